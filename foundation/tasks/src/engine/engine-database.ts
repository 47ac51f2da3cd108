// The engine's statements on our connections and in our transactions, so that they have our time limits and faults.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { CompiledQuery } from 'kysely'

/** A transaction of Kysely, or a connection that is in one. */
export type TaskTransaction = Queryable | KyselyTransaction

type KyselyTransaction = {
  readonly isTransaction: boolean
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }>
}

export type EngineDatabase = {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: EngineRow[] }>
}

type EngineRow = Record<string, unknown>

export function toEngineDatabase(connection: TaskTransaction): EngineDatabase {
  if ('executeQuery' in connection) {
    return {
      async executeSql(text, values = []) {
        const { rows } = await connection.executeQuery(CompiledQuery.raw(text, values))
        return { rows: rows as EngineRow[] }
      },
    }
  }
  return { executeSql: (text, values) => connection.query<EngineRow>(text, values) }
}
