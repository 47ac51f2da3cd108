// Counts what this process does and adds the counts to everybody's every few seconds, in one statement: a row for each
// operation would cost the database more than the operation is worth knowing.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { stepOf } from './duration-step.ts'
import type { Operation } from './operation.ts'
import { type NewCount, addCounts } from './postgres/add-counts.ts'

export type OperationRecorder = {
  note(operation: Operation): void
  /** Hands over what is left. */
  close(): Promise<void>
}

export type RecorderDeps = { postgres: Queryable; clock: Clock; logger: Logger }

const handOverEveryMs = 5_000

export function createOperationRecorder({ postgres, clock, logger }: RecorderDeps): OperationRecorder {
  let counts = new Map<string, NewCount>()
  let timer: Timer | undefined
  let handingOver: Promise<void> = Promise.resolve()
  let isClosed = false

  function add({ kind, outcome, durationStep, times }: NewCount): void {
    const key = `${kind} ${outcome} ${durationStep}`
    const count = counts.get(key)
    if (count) count.times += times
    else counts.set(key, { kind, outcome, durationStep, times })
  }

  async function handOver(): Promise<void> {
    const handed = [...counts.values()]
    counts = new Map()
    if (handed.length === 0) return
    try {
      await addCounts(postgres, handed)
    } catch (error) {
      // Whoever repeats what may have been done counts it twice; a count that is short is the lesser evil.
      const isUnknown = error instanceof Fault && error.code === 'postgres.outcome_unknown'
      if (!isUnknown) for (const count of handed) add(count)
      logger.warn('counts of operations could not be handed over', { are_lost: isUnknown, error })
      plan()
    }
  }

  function plan(): void {
    if (isClosed) return
    timer ??= clock.after(handOverEveryMs, () => {
      timer = undefined
      handingOver = handingOver.then(handOver)
    })
  }

  return {
    note({ kind, outcome, tookMs }) {
      add({ kind, outcome, durationStep: stepOf(tookMs), times: 1 })
      plan()
    },
    async close() {
      isClosed = true
      timer?.cancel()
      await handingOver
      await handOver()
    },
  }
}
