import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedProvider = AsyncDisposable & {
  baseUrl: string
  /** Handles the next request and all that follow. */
  answer: (response: ServerResponse) => void
  connections(): Promise<number>
}

/** A provider that sends exactly the bytes a test specifies, including answers that the simulator would never send. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => provider.answer(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: ScriptedProvider = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answer: (response) => void response.end(),
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}
