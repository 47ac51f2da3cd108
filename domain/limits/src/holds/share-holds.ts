// A process that alone has lost Redis decides by the holds in Postgres, where the others, which still reach Redis, do not
// need theirs. So it records every second that it does, and the others look every second and then keep their holds there
// too. While no process is without Redis, this costs one read of a single row per second and process.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { HoldTable } from '../hold.ts'
import type { StoreGate } from '../store-gate.ts'

export type SharedHolds = {
  /** Records immediately that this process has no Redis. */
  announce(): Promise<void>
  start(): void
  stop(): Promise<void>
}

export type SharedHoldsDeps = {
  clock: Clock
  logger: Pick<Logger, 'warn'>
  gate: Pick<StoreGate, 'isUp'>
  table: Pick<HoldTable, 'recordUse' | 'isUsed'>
  /** Writes the holds of this process to Postgres. */
  publishHolds: () => Promise<void>
}

const lookEveryMs = 1_000

export function createSharedHolds(deps: SharedHoldsDeps): SharedHolds {
  const { clock, logger, gate, table, publishHolds } = deps
  let timer: Timer | undefined
  let looking: Promise<void> = Promise.resolve()
  let isStopped = true

  async function share(): Promise<void> {
    try {
      // The holds are written by the heartbeat while Redis is down.
      if (!gate.isUp()) await table.recordUse()
      else if (await table.isUsed()) await publishHolds()
    } catch (thrown) {
      logger.warn('holds are not shared with processes that have no Redis', { error: thrown })
    }
  }

  async function look(): Promise<void> {
    await share()
    if (!isStopped) schedule()
  }

  function schedule(): void {
    timer = clock.after(lookEveryMs, () => {
      looking = look()
    })
  }

  return {
    announce: share,
    start() {
      isStopped = false
      schedule()
    },
    async stop() {
      isStopped = true
      timer?.cancel()
      await looking
    },
  }
}
