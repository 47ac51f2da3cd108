import { CompiledQuery } from 'kysely'
import type { Queryable } from './create-postgres.ts'

/** A transaction of Kysely, or a connection that is in one: what is written with its cause takes either. */
export type AnyTransaction = Queryable | KyselyTransaction

type KyselyTransaction = {
  readonly isTransaction: boolean
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }>
}

/**
 * The rows. Their type is known only to the caller. For a text of several statements, which a connection accepts when
 * there are no values, these are the rows of all statements in order; a transaction of Kysely takes one statement only.
 */
export async function runStatement(
  tx: AnyTransaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  if ('executeQuery' in tx) return (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  // The driver's types leave out that a text of several statements is answered with a list of results.
  const result = (await tx.query(text, [...values])) as StatementResult | StatementResult[]
  return [result].flat().flatMap(({ rows }) => rows)
}

type StatementResult = { rows: unknown[] }
