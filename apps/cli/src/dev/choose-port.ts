import { type Server, createServer } from 'node:net'

// A service starts to listen a second or more after its port is chosen. Until the scope ends, the port is reserved by
// listening on the same port of this second loopback address, so that another `gatehouse dev` does not choose it
// either.
const reservationHost = '127.0.0.2'

/** Returns the well-known port if it is free, otherwise any free one, so that a second `gatehouse dev` can start. */
export async function choosePort(preferred: number, scope: AsyncDisposableStack): Promise<number> {
  const isReserved = await reserve(preferred, scope)
  return (isReserved ? await tryPort(preferred) : undefined) ?? (await tryPort(0)) ?? preferred
}

async function reserve(port: number, scope: AsyncDisposableStack): Promise<boolean> {
  const listening = await listen(port, reservationHost)
  if (!(listening instanceof Error)) {
    scope.defer(() => close(listening))
    return true
  }
  // Not every system has the second loopback address; without it, the preferred port is used unreserved.
  return listening.code === 'EADDRNOTAVAIL'
}

async function tryPort(port: number): Promise<number | undefined> {
  const listening = await listen(port, '127.0.0.1')
  if (listening instanceof Error) return undefined
  const address = listening.address()
  await close(listening)
  return typeof address === 'object' && address ? address.port : undefined
}

async function listen(port: number, host: string): Promise<Server | NodeJS.ErrnoException> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<Server | NodeJS.ErrnoException>()
  server.once('error', resolve)
  server.listen({ port, host }, () => resolve(server))
  return promise
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
