import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ScanReport } from './fuzz-scanners.ts'
import type { SentReport, Target } from './raw-sender.ts'
import type { SlowReport } from './slow-connections.ts'

export type AttackerSettings = { target: Target; rawKey: string; seed: string }

export type Order =
  /** Opens this many slow connections of each kind and keeps them open. */
  | { kind: 'hold'; each: number }
  /**
   * Makes `perSecond` attacks a second: requests, hang-ups and connections that send nothing. In addition it keeps
   * `slowEach` slow heads and as many slow bodies, with a byte a second on each.
   */
  | { kind: 'assault'; forMs: number; perSecond: number; slowEach: number }
  | { kind: 'fuzz'; count: number; parallel: number }
  | { kind: 'connects'; count: number; parallel: number }
  | { kind: 'hang-ups'; count: number; parallel: number }
  | { kind: 'scanners'; count: number }
  /** Closes the connections that `hold` opened. */
  | { kind: 'release' }

export type OrderReport = {
  slow?: SlowReport
  sent?: SentReport
  scanned?: ScanReport
  strikes?: number
  slowMax?: number
}

export type Attacker = AsyncDisposable & {
  /** Rejects if the order takes longer, because then something hangs. */
  carryOut(order: Order, withinMs: number): Promise<OrderReport>
}

const entry = fileURLToPath(new URL('./attacker.ts', import.meta.url))

export async function startAttacker(settings: AttackerSettings): Promise<Attacker> {
  // The child exits when its channel to this process closes, however this process ends.
  const child = fork(entry, [JSON.stringify(settings)], { serialization: 'advanced' })
  const answer = async (withinMs: number): Promise<unknown> => {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(Math.ceil(withinMs))])
    const exit = once(child, 'exit', { signal }).then(([code]: unknown[]) => {
      throw new Error(`the attacker exited with ${String(code)}`)
    })
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([message]: unknown[]) => message),
        exit,
      ])
    } finally {
      exit.catch(() => undefined)
      end.abort()
    }
  }
  await answer(20_000)
  return {
    carryOut(order, withinMs) {
      const answered = answer(withinMs)
      child.send(order)
      return answered as Promise<OrderReport>
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
