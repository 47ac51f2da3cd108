// Returns the charges of calls that a dead process charged and did not deliver. A row must be found unchanged twice,
// with enough time in between for a live process to rewrite it: after an outage of Postgres every row looks abandoned. Time
// before the latest outage does not count.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import type { LaneId } from './delivery-marks.ts'

export type StaleMarks = LaneId & { version: bigint }

export type FoundMarks = StaleMarks & {
  /** When the server that the row was read from was started: another time means that there was an outage. */
  serverStart: string
}

export type UndeliveredReaperDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** Finds the rows that name calls and were not written for this long. */
  findStale: (staleMs: number) => Promise<readonly FoundMarks[]>
  /** Resolves to the number of charges returned. */
  returnCharges: (marks: StaleMarks) => Promise<number>
}

export type UndeliveredReaper = { reap(): Promise<void> }

export type UndeliveredReaperTimes = { staleMs: number; confirmAfterMs: number }

export const reapUndeliveredEveryMs = 15_000
// A live process rewrites its rows every five seconds.
const defaultTimes: UndeliveredReaperTimes = { staleMs: 30_000, confirmAfterMs: 10_000 }

export function createUndeliveredReaper(
  deps: UndeliveredReaperDeps,
  { staleMs, confirmAfterMs }: UndeliveredReaperTimes = defaultTimes,
): UndeliveredReaper {
  const { clock } = deps
  const returned = new Counter({
    name: 'gatehouse_undelivered_returned_total',
    help: 'Charges returned because their process died before the answers were delivered',
    registers: [deps.metrics],
  })
  // Row, version and start of the server → time at which it was first found stale.
  let suspects = new Map<string, number>()

  async function findStale(): Promise<readonly FoundMarks[]> {
    try {
      return await deps.findStale(staleMs)
    } catch (thrown) {
      suspects = new Map()
      throw thrown
    }
  }

  return {
    async reap() {
      const stale = await findStale()
      const nowMs = clock.monotonicMs()
      suspects = new Map(stale.map((marks) => [nameOf(marks), suspects.get(nameOf(marks)) ?? nowMs]))
      for (const marks of stale) {
        if (nowMs - (suspects.get(nameOf(marks)) ?? nowMs) < confirmAfterMs) continue
        const count = await deps.returnCharges(marks)
        returned.inc(count)
        deps.logger.warn('returned charges of undelivered calls of a dead process', {
          process_id: marks.processId,
          calls: count,
        })
      }
    },
  }
}

function nameOf({ processId, lane, version, serverStart }: FoundMarks): string {
  return `${processId} ${lane} ${version} ${serverStart}`
}
