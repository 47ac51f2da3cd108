// The outside world, which our transactions do not cover: a model that charges per answer and recognises a repeat by
// its idempotency key, as our gateway does. It is never killed, and its journal is the reference for what was paid.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Outside = {
  readonly url: string
  /** Number of payments per idempotency key. */
  readonly paid: ReadonlyMap<string, number>
  requests(): number
}

const modelMs = 15

export async function startOutside(scope: AsyncDisposableStack): Promise<Outside> {
  const paid = new Map<string, number>()
  const running = new Set<string>()
  let requests = 0

  /** Returns the status and the answer. */
  async function judge(key: string): Promise<[number, object]> {
    requests += 1
    if (running.has(key)) return [409, { code: 'IDEMPOTENCY_IN_PROGRESS' }]
    if (!paid.has(key)) {
      running.add(key)
      await pause(modelMs)
      running.delete(key)
      paid.set(key, (paid.get(key) ?? 0) + 1)
    }
    return [200, { verdict: `fits ${key}` }]
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await judge(request.headers['idempotency-key']?.toString() ?? '')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    paid,
    requests: () => requests,
  }
}
