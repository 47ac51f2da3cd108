import { CompiledQuery } from 'kysely'
import type { Queryable } from './create-postgres.ts'

/** A transaction of Kysely, or a connection that is in one: what is written with its cause takes either. */
export type AnyTransaction = Queryable | KyselyTransaction

type KyselyTransaction = {
  readonly isTransaction: boolean
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }>
}

/** The rows; what is in them only whoever wrote the statement knows. */
export async function runStatement(
  tx: AnyTransaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const { rows } =
    'executeQuery' in tx
      ? await tx.executeQuery(CompiledQuery.raw(text, [...values]))
      : await tx.query(text, [...values])
  return rows
}
