import { CompiledQuery } from 'kysely'
import type { Queryable } from './create-postgres.ts'

/**
 * A Kysely transaction, or a raw connection in a transaction: code that writes in its caller's transaction accepts
 * either.
 */
export type AnyTransaction = Queryable | KyselyTransaction

type KyselyTransaction = {
  readonly isTransaction: boolean
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }>
}

/**
 * Returns the rows, whose type only the caller knows. Without values a raw connection also accepts several statements
 * in one text and returns their rows in order; a Kysely transaction accepts one statement only.
 */
export async function runStatement(
  tx: AnyTransaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  if ('executeQuery' in tx) return (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  // The driver's types omit that a text with several statements returns a list of results.
  const result = (await tx.query(text, [...values])) as StatementResult | StatementResult[]
  return [result].flat().flatMap(({ rows }) => rows)
}

type StatementResult = { rows: unknown[] }
