// The figures of a company from the rows of its calls and transfers, without the sums that the product keeps.
import type { Postgres } from '@gatehouse/postgres/create-postgres'

export type CallSums = { credits: bigint; calls: bigint; notCharged: bigint; tokens: bigint }

type Span = { from: Date; to: Date }

const sums = `
  coalesce(sum(charged_micros), 0)::bigint as credits, count(*)::bigint as calls,
  count(*) filter (where status <> 'SUCCEEDED')::bigint as "notCharged",
  coalesce(sum(prompt_tokens + completion_tokens), 0)::bigint as tokens`

export async function sumCalls(postgres: Postgres, companyId: string, { from, to }: Span): Promise<CallSums> {
  const { rows } = await postgres.query<CallSums>(
    `select ${sums} from calls where company_id = $1 and created_at >= $2 and created_at < $3`,
    [companyId, from, to],
  )
  return rows[0] ?? { credits: 0n, calls: 0n, notCharged: 0n, tokens: 0n }
}

/** By key id or alias. */
export async function sumCallsBy(
  postgres: Postgres,
  companyId: string,
  { from, to, by }: Span & { by: 'key_id' | 'alias' },
): Promise<Map<string, CallSums>> {
  const { rows } = await postgres.query<CallSums & { name: string }>(
    `select ${by}::text as name, ${sums} from calls
      where company_id = $1 and created_at >= $2 and created_at < $3 group by 1`,
    [companyId, from, to],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** What was added until then, less what the calls cost until then. */
export async function balanceAt(postgres: Postgres, companyId: string, at: Date): Promise<bigint> {
  const { rows } = await postgres.query<{ balance: bigint }>(
    `select (coalesce((select sum(t.amount_micros) from credit_transfers t
                        where t.owner_id = $1 and t.created_at <= $2), 0)
              - coalesce((select sum(c.charged_micros) from calls c
                           where c.company_id = $1 and c.created_at <= $2), 0))::bigint as balance`,
    [companyId, at],
  )
  return rows[0]?.balance ?? 0n
}
