// Runs the engine's statements on our connections and in our transactions, so that they have our time limits and
// faults.
import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** The transaction in which a task is enqueued or finished. */
export type TaskTransaction = Queryable

export type EngineDatabase = {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: EngineRow[] }>
}

type EngineRow = Record<string, unknown>
type StatementResult = { rows: EngineRow[] }

export function toEngineDatabase(connection: TaskTransaction): EngineDatabase {
  return {
    async executeSql(text, values = []) {
      // The engine sends several statements in one text. The driver's types omit that this returns a list of results.
      const result = (await connection.query(text, values)) as StatementResult | StatementResult[]
      return { rows: [result].flat().flatMap(({ rows }) => rows) }
    },
  }
}
