// Counts what this process does and adds its counts to the shared ones every few seconds, in one statement: a row per
// operation would cost the database more than the information is worth.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { stepOf } from './duration-step.ts'
import { type NewCount, addCounts } from './operation-counts.ts'

/**
 * Something that was done once, such as an attempt at a task or a batch. Kinds and outcomes come from code, never from
 * callers, so their number is bounded.
 */
export type Operation = { kind: string; outcome: string; tookMs: number }

export type OperationRecorder = {
  record(operation: Operation): void
  /** Writes the remaining counts. */
  close(): Promise<void>
}

export type RecorderDeps = { postgres: Queryable; clock: Clock; logger: Logger }

const writeEveryMs = 5_000

export function createOperationRecorder({ postgres, clock, logger }: RecorderDeps): OperationRecorder {
  let counts = new Map<string, NewCount>()
  let timer: Timer | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  function add({ kind, outcome, durationStep, times }: NewCount): void {
    const key = `${kind} ${outcome} ${durationStep}`
    const count = counts.get(key)
    if (count) count.times += times
    else counts.set(key, { kind, outcome, durationStep, times })
  }

  async function writeCounts(): Promise<void> {
    const written = [...counts.values()]
    counts = new Map()
    if (written.length === 0) return
    try {
      await addCounts(postgres, written)
    } catch (error) {
      // The counts may have been written. Repeating the write could count them twice; losing them is the lesser evil.
      const isUnknown = error instanceof Fault && error.code === 'postgres.outcome_unknown'
      if (!isUnknown) for (const count of written) add(count)
      logger.warn('operation counts could not be written', { may_be_lost: isUnknown, error })
      plan()
    }
  }

  function plan(): void {
    if (isClosed) return
    timer ??= clock.after(writeEveryMs, () => {
      timer = undefined
      writing = writing.then(writeCounts)
    })
  }

  return {
    record({ kind, outcome, tookMs }) {
      add({ kind, outcome, durationStep: stepOf(tookMs), times: 1 })
      plan()
    },
    async close() {
      isClosed = true
      timer?.cancel()
      await writing
      await writeCounts()
    },
  }
}
