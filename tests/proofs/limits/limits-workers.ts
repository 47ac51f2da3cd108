// Processes that use the limits as gateway processes do: each has its own connections, clock and memory.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RateOrder, RateReport } from './try-rates.ts'
import type { SpendOrder, SpendReport } from './try-spending.ts'

export type WorkerSettings = { redisUrl: string; databaseUrl: string }

export type Order = { kind: 'spend'; order: SpendOrder } | { kind: 'rate'; order: RateOrder }

export type LimitsWorkers = AsyncDisposable & {
  readonly count: number
  /** All workers begin at the same moment. */
  spend(order: (worker: number) => SpendOrder): Promise<SpendReport[]>
  tryRates(order: (worker: number) => RateOrder): Promise<RateReport[]>
}

const entry = fileURLToPath(new URL('./limits-worker.ts', import.meta.url))

export async function startLimitsWorkers(count: number, settings: WorkerSettings): Promise<LimitsWorkers> {
  const children = Array.from({ length: count }, () =>
    // A worker exits when its channel to this process closes, however this process ends.
    fork(entry, [JSON.stringify(settings)], { serialization: 'advanced' }),
  )
  await Promise.all(children.map(answer))
  const askAll = async (order: (worker: number) => Order) => {
    const answers = children.map(answer)
    children.forEach((child, worker) => child.send(order(worker)))
    return Promise.all(answers)
  }
  return {
    count,
    spend: async (order) =>
      (await askAll((worker) => ({ kind: 'spend', order: order(worker) }))) as SpendReport[],
    tryRates: async (order) =>
      (await askAll((worker) => ({ kind: 'rate', order: order(worker) }))) as RateReport[],
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const exited = once(child, 'exit')
          if (child.connected) child.disconnect()
          await exited
        }),
      )
    },
  }
}

async function answer(child: ChildProcess): Promise<unknown> {
  const end = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: end.signal }).then(([message]: unknown[]) => message),
      once(child, 'exit', { signal: end.signal }).then(([code]: unknown[]) => {
        throw new Error(`a worker exited with ${String(code)}`)
      }),
    ])
  } finally {
    end.abort()
  }
}
