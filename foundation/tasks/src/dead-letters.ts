// Tasks that failed permanently, kept until an operator has looked at them. Replaying one enqueues it again under its
// own id, at the end of its group's line; the results of the steps it has already paid for are still stored.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { deadLetterQueue } from './define-task.ts'
import { createEngine } from './engine/create-engine.ts'
import type { TaskTransaction } from './engine/engine-database.ts'
import { type DeadLetterFilter, type DeadLetterRow, readDeadLetters, readLines } from './engine/statements.ts'
import { assignTurns } from './fairness/assign-turns.ts'

export type DeadLetter = Omit<DeadLetterRow, 'deadId' | 'data'> & { input: unknown; replays: number }

export type DeadLetterQuery = Partial<Omit<DeadLetterFilter, 'isLocking'>>

export type ReplayedTask = Pick<DeadLetter, 'id' | 'kind' | 'groupId'>

export type DeadLetters = {
  /** Returns the oldest first. */
  list(query?: DeadLetterQuery): Promise<DeadLetter[]>
  /** Replays in the caller's transaction, so that the caller can record who did it, and returns the replayed tasks. */
  replay(tx: TaskTransaction, query: DeadLetterQuery): Promise<ReplayedTask[]>
}

const limitDefault = 100

export function createDeadLetters(options: { postgres: Postgres; logger: Logger }): DeadLetters {
  const { postgres } = options
  const engine = createEngine(options)

  async function replay(tx: TaskTransaction, query: DeadLetterQuery): Promise<ReplayedTask[]> {
    const rows = await readDeadLetters(tx, { limit: limitDefault, ...query, isLocking: true })
    for (const { deadId, id, kind, groupId: group, data } of rows) {
      const groupId = group ?? undefined
      await engine.remove(tx, deadLetterQueue, [deadId])
      // The failed task still exists under the id that the replayed one gets.
      await engine.remove(tx, kind, [id])
      const line = (await readLines(tx, kind, [groupId])).get(groupId)
      const [turn = 0] = assignTurns(line ?? { frontTurn: undefined, lastTurn: undefined }, 1)
      const replayed = { input: data.input, replays: (data.replays ?? 0) + 1 }
      await engine.insert(tx, kind, [{ id, data: replayed, groupId, turn, notBefore: undefined }])
    }
    return rows.map(({ id, kind, groupId }) => ({ id, kind, groupId }))
  }

  return {
    async list(query = {}) {
      const rows = await readDeadLetters(postgres, { limit: limitDefault, ...query })
      return rows.map(toDeadLetter)
    },
    replay,
  }
}

function toDeadLetter({ deadId: _deadId, data, ...row }: DeadLetterRow): DeadLetter {
  return Object.assign(row, { input: data.input, replays: data.replays ?? 0 })
}
