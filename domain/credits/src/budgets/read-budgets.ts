import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Budget, BudgetScope } from './budget.ts'

type Row = {
  id: string
  scope: BudgetScope
  key_id: string | null
  alias: string | null
  is_hard: boolean
  limit_micros: bigint
  spent_micros: bigint
  created_at: Date
  updated_at: Date
}

// The month's charges are read once, by key and alias, and then added up for each budget.
const text = `
  with month as materialized (
    select key_id, alias, sum(charged_micros) as micros from usage_rollups
     where company_id = $1 and day >= date_trunc('month', now() at time zone 'utc')::date
     group by key_id, alias
  )
  select b.id, b.scope, b.key_id, b.alias, b.is_hard, b.limit_micros, b.created_at, b.updated_at,
         (select coalesce(sum(m.micros), 0) from month m
           where (b.key_id is null or m.key_id = b.key_id) and (b.alias is null or m.alias = b.alias))::bigint
           as spent_micros
    from budgets b
   where b.company_id = $1 and ($2::uuid is null or b.id = $2)
   order by b.id`

/** The budgets of the company in the order in which they were made; only the given one if `budgetId` is there. */
export async function readBudgets(
  postgres: Queryable,
  { companyId, budgetId = null }: { companyId: string; budgetId?: string | null },
): Promise<Budget[]> {
  const { rows } = await postgres.query<Row>({ name: 'read-budgets', text, values: [companyId, budgetId] })
  return rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    keyId: row.key_id,
    alias: row.alias,
    isHard: row.is_hard,
    limitMicros: row.limit_micros,
    spentMicros: row.spent_micros,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}
