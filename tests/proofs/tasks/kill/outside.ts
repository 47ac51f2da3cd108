// The outside world, which our transactions do not cover: a model that charges per answer and recognises a repeat by
// its idempotency key, as our gateway does. It is never killed, and its journal is the reference for what was paid, and
// for what a model that does not recognise repeats would have charged.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnsweredCall } from './find-needless-calls.ts'

export type Outside = {
  readonly url: string
  /** Number of payments per idempotency key. */
  readonly paid: ReadonlyMap<string, number>
  /** In the order of their answers, repeats included. */
  readonly answered: readonly AnsweredCall[]
}

const modelMs = 15

export async function startOutside(scope: AsyncDisposableStack): Promise<Outside> {
  const paid = new Map<string, number>()
  const running = new Set<string>()
  const answered: AnsweredCall[] = []

  /** Returns the status and the answer. */
  async function judge(key: string, worker: number): Promise<[number, object]> {
    if (running.has(key)) return [409, { code: 'IDEMPOTENCY_IN_PROGRESS' }]
    if (!paid.has(key)) {
      running.add(key)
      await pause(modelMs)
      running.delete(key)
      paid.set(key, (paid.get(key) ?? 0) + 1)
    }
    answered.push({ key, worker, atMs: performance.now() })
    return [200, { verdict: `fits ${key}` }]
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'idempotency-key': key = '', 'x-worker': worker } = request.headers
    const [status, body] = await judge(key.toString(), Number(worker))
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
    answered,
  }
}
