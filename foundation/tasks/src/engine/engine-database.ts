// Runs the engine's statements on our connections and in our transactions, so that they have our time limits and
// faults.
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'

export type TaskTransaction = AnyTransaction

export type EngineDatabase = {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: EngineRow[] }>
}

type EngineRow = Record<string, unknown>

export function toEngineDatabase(connection: TaskTransaction): EngineDatabase {
  return {
    async executeSql(text, values) {
      return { rows: (await runStatement(connection, text, values)) as EngineRow[] }
    },
  }
}
