import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedProvider = AsyncDisposable & {
  baseUrl: string
  /** What it does with the next request, and with those behind it. */
  answer: (response: ServerResponse) => void
  connections(): Promise<number>
}

/** A provider that answers byte for byte what a test says, also what the simulator would never say. */
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
