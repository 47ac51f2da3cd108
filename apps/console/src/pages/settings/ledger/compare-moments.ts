// What happened to the balance between two moments. The sums of the transactions and the charges of calls add up to the
// difference of the two balances, exactly: charges are what no transaction explains.
import { parseCredits } from '../../../amounts/credits.ts'
import type { LedgerResult } from './ledger.generated.ts'

export type LedgerEntry = LedgerResult['creditTransactions']['nodes'][number]

export type Change = { type: LedgerEntry['type']; micros: bigint }

type Moments = { since: string; at: string; before: string; after: string }

/** Undefined while not all transactions since the earlier moment are loaded. */
export function changesBetween(
  { since, at, before, after }: Moments,
  { rows, hasMore }: { rows: readonly LedgerEntry[]; hasMore: boolean },
): Change[] | undefined {
  const [from, to] = [Date.parse(since), Date.parse(at)]
  const oldest = rows.at(-1)
  if (hasMore && (oldest === undefined || Date.parse(oldest.createdAt) > from)) return undefined
  const sums = new Map<LedgerEntry['type'], bigint>()
  for (const { type, credits, createdAt } of rows) {
    const moment = Date.parse(createdAt)
    if (moment > from && moment <= to) sums.set(type, (sums.get(type) ?? 0n) + parseCredits(credits))
  }
  const explained = [...sums.values()].reduce((sum, micros) => sum + micros, 0n)
  const usage = parseCredits(after) - parseCredits(before) - explained
  if (usage !== 0n) sums.set('USAGE', (sums.get('USAGE') ?? 0n) + usage)
  return [...sums].map(([type, micros]) => ({ type, micros }))
}
