import { createServer } from 'node:net'

/** The port people know if it is free, otherwise any: a second `gatehouse dev` must not fail over a number. */
export async function choosePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer()
  const bound = Promise.withResolvers<number | undefined>()
  server.once('error', () => bound.resolve(undefined))
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    bound.resolve(typeof address === 'object' && address ? address.port : undefined)
  })
  const result = await bound.promise
  if (result !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()))
  return result
}
