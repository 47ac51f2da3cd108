// Tasks that failed for good, kept until somebody has looked at them. Replaying one puts it back under its own id, at
// the end of its company's line; what it had already paid for is still stored.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { deadLetterQueue } from './define-task.ts'
import { createEngine } from './engine/create-engine.ts'
import type { TaskTransaction } from './engine/engine-database.ts'
import { type DeadLetterRow, readDeadLetters, readLines } from './engine/statements.ts'
import { assignTurns } from './fairness/assign-turns.ts'

export type DeadLetter = Omit<DeadLetterRow, 'deadId' | 'data'> & { input: unknown; replays: number }

export type DeadLetterQuery = { kind?: string; companyId?: string; ids?: readonly string[]; limit?: number }

export type ReplayedTask = Pick<DeadLetter, 'id' | 'kind' | 'companyId'>

export type DeadLetters = {
  /** Oldest first. */
  list(query?: DeadLetterQuery): Promise<DeadLetter[]>
  /** Those that were put back, in the transaction of whoever asks, so that who asked can be written down with it. */
  replay(tx: TaskTransaction, query: DeadLetterQuery): Promise<ReplayedTask[]>
}

const limitDefault = 100

export function createDeadLetters(options: { postgres: Postgres; logger: Logger }): DeadLetters {
  const { postgres } = options
  const engine = createEngine(options)

  async function replay(tx: TaskTransaction, query: DeadLetterQuery): Promise<ReplayedTask[]> {
    const rows = await readDeadLetters(tx, { limit: limitDefault, ...query })
    for (const { deadId, id, kind, companyId: company, data } of rows) {
      const companyId = company ?? undefined
      await engine.remove(tx, deadLetterQueue, [deadId])
      // The failed task itself is still there, under the id that it gets back.
      await engine.remove(tx, kind, [id])
      const line = (await readLines(tx, kind, [companyId])).get(companyId)
      const [turn = 0] = assignTurns(line ?? { frontTurn: undefined, lastTurn: undefined }, 1)
      const replayed = { ...data, replays: (data.replays ?? 0) + 1 }
      await engine.insert(tx, kind, [{ id, data: replayed, companyId, turn, notBefore: undefined }])
    }
    return rows.map(({ id, kind, companyId }) => ({ id, kind, companyId }))
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
