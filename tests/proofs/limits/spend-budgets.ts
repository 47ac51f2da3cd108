// Spends against hard budgets of a company, its keys and its aliases from several processes, and compares what the ledger
// charged with each limit.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { LimitsWorkers } from './limits-workers.ts'
import type { SpendOrder, SpendReport } from './try-spending.ts'

const estimateMicros = 1_000_000n
export const scopes = ['company', 'key', 'alias'] as const
type Scope = (typeof scopes)[number]

export type BudgetPlan = {
  attempts: number
  parallel: number
  runsForMsMax: number
  /** Range of the real cost, in thousandths of the estimate. */
  costPermille: SpendOrder['costPermille']
  /** Limits as a number of calls at the estimate; each of the two keys and of the two aliases has the limit. */
  limits: Partial<Record<Scope, number>>
}

export type BudgetResult = {
  admitted: number
  refused: number
  /** Largest overshoot of any budget of the scope, in calls. */
  overshootCalls: Partial<Record<Scope, number>>
  faults: string[]
  /** Processes that were without Redis for a while. */
  withoutRedis: number
}

const ids = createIds(createSystemClock())
const aliases = ['svc/chat-default', 'svc/chat-cheap'] as const

export async function spendBudgets(
  { postgres, workers }: { postgres: Postgres; workers: LimitsWorkers },
  plan: BudgetPlan,
): Promise<BudgetResult> {
  const companyId = ids.uuid()
  const keyIds = [ids.uuid(), ids.uuid()] as const
  await postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'PROVIDER_CASH', 'PACK_PURCHASE', $3, $4, 'BOUGHT')`,
    [ids.uuid(), companyId, estimateMicros * BigInt(plan.attempts) * 2n, `pack:${companyId}`],
  )
  // Every key calls every alias, from two processes each.
  const callers = Array.from({ length: workers.count }, (_, worker) => ({
    keyId: keyIds[worker % 2 === 0 ? 0 : 1],
    alias: aliases[worker % 4 < 2 ? 0 : 1],
  }))
  const reports = await workers.spend((worker) => toOrder(plan, companyId, callers[worker]))
  const spent = await readSpent(postgres, companyId)
  return {
    admitted: reports.reduce((sum, { admitted }) => sum + admitted.length, 0),
    refused: reports.reduce((sum, { refused }) => sum + refused.length, 0),
    overshootCalls: Object.fromEntries(scopes.flatMap((scope) => overshootOf(plan, scope, spent))),
    withoutRedis: reports.filter(({ wasWithoutRedis }) => wasWithoutRedis).length,
    faults: [
      ...reports.flatMap(({ unexpected }) => unexpected),
      ...missing(plan, reports),
      ...reports.flatMap((report, worker) => refusedEarly(plan, report, { ...callers[worker], spent })),
    ],
  }
}

type Caller = { keyId?: string; alias?: string }

function toOrder(plan: BudgetPlan, companyId: string, { keyId = '', alias = '' }: Caller = {}): SpendOrder {
  return {
    companyId,
    keyId,
    alias,
    attempts: plan.attempts / 4,
    parallel: Math.min(plan.parallel, plan.attempts / 4),
    estimateMicros,
    costPermille: plan.costPermille,
    runsForMsMax: plan.runsForMsMax,
    budgets: Object.fromEntries(
      scopes.flatMap((scope) => {
        const limit = limitOf(plan, scope)
        return limit === undefined ? [] : [[scope, limit]]
      }),
    ),
  }
}

function limitOf({ limits }: BudgetPlan, scope: Scope): bigint | undefined {
  const calls = limits[scope]
  return calls === undefined ? undefined : estimateMicros * BigInt(calls)
}

/** What the ledger charged, by scope and by what the budget limits. */
type Spent = Record<Scope, ReadonlyMap<string, bigint>>

async function readSpent(postgres: Postgres, companyId: string): Promise<Spent> {
  const { rows } = await postgres.query<{ key_id: string; alias: string; charged: bigint }>(
    `select key_id, alias, sum(charged_micros)::bigint as charged from calls where company_id = $1 group by 1, 2`,
    [companyId],
  )
  const sumBy = (nameOf: (row: (typeof rows)[number]) => string) => {
    const sums = new Map<string, bigint>()
    for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0n) + row.charged)
    return sums
  }
  return {
    company: sumBy(() => companyId),
    key: sumBy((row) => row.key_id),
    alias: sumBy((row) => row.alias),
  }
}

function overshootOf(plan: BudgetPlan, scope: Scope, spent: Spent): [Scope, number][] {
  const limit = limitOf(plan, scope)
  if (limit === undefined) return []
  const beyond = [...spent[scope].values()].map((micros) => Number(micros - limit) / Number(estimateMicros))
  return [[scope, Math.max(0, ...beyond)]]
}

function missing({ attempts }: BudgetPlan, reports: readonly SpendReport[]): string[] {
  const decided = reports.reduce((sum, { admitted, refused }) => sum + admitted.length + refused.length, 0)
  return decided === attempts ? [] : [`${attempts - decided} attempts are missing`]
}

/** With exact estimates, a caller may be refused only if one of its budgets is used up in the end. */
function refusedEarly(
  plan: BudgetPlan,
  report: SpendReport,
  { keyId = '', alias = '', spent }: Caller & { spent: Spent },
): string[] {
  if (plan.costPermille[0] !== 1_000 || report.refused.length === 0) return []
  const [company = 0n] = [...spent.company.values()]
  const used = { company, key: spent.key.get(keyId) ?? 0n, alias: spent.alias.get(alias) ?? 0n }
  const isJustified = scopes.some((scope) => used[scope] >= (limitOf(plan, scope) ?? used[scope] + 1n))
  return isJustified
    ? []
    : [`${report.refused.length} calls were refused although every budget had credits left`]
}
