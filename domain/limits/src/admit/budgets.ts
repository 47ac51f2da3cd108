// Monthly budgets: limits on what a company, one of its keys or one alias may spend in a calendar month (UTC). A key's
// budget is its monthly cap. A call is admitted while what was spent plus the holds of open calls are below every limit,
// so a budget is exceeded by at most one call, as with credits.

/** In the order in which they are checked. */
export const budgetScopes = ['company', 'key', 'alias'] as const
export type BudgetScope = (typeof budgetScopes)[number]

/** The limits that apply to a call, in micro-credits per month. */
export type CallBudgets = Readonly<Partial<Record<BudgetScope, bigint>>>

/** The budgets of one call whose charges are to be added up. */
export type BudgetQuestion = { scopes: readonly BudgetScope[]; keyId: string; alias: string }

/** What was charged this month, by scope, for a question. */
export type MonthSpent = BudgetQuestion & {
  micros: Readonly<Partial<Record<BudgetScope, bigint>>>
  monthEndsInMs: number
}

export type BudgetRefusal = {
  kind: 'budget_reached'
  scope: BudgetScope
  limitMicros: bigint
  spentMicros: bigint
  heldMicros: bigint
}

/** What budgets need to know about a hold. */
type CountedHold = { keyId: string; alias: string; estimateMicros: bigint }

type LimitedCall = { keyId: string; alias: string; budgets?: CallBudgets | undefined }

/** Undefined if no budget limits the call. */
export function toBudgetQuestion({ budgets, keyId, alias }: LimitedCall): BudgetQuestion | undefined {
  if (!budgets) return undefined
  const scopes = budgetScopes.filter((scope) => budgets[scope] !== undefined)
  return scopes.length > 0 ? { scopes, keyId, alias } : undefined
}

/** Returns the first budget that is used up by charges and holds, or undefined if the call may run. */
export function budgetRefusal(
  budgets: CallBudgets | undefined,
  spent: MonthSpent | undefined,
  holds: Iterable<CountedHold>,
): BudgetRefusal | undefined {
  if (!budgets || !spent) return undefined
  const held = sumByScope(holds, spent)
  for (const scope of budgetScopes) {
    const [limitMicros, spentMicros] = [budgets[scope], spent.micros[scope]]
    if (limitMicros === undefined || spentMicros === undefined) continue
    if (spentMicros + held[scope] >= limitMicros)
      return { kind: 'budget_reached', scope, limitMicros, spentMicros, heldMicros: held[scope] }
  }
  return undefined
}

/** The smallest amount that is left of any of the budgets; undefined if there is none. */
export function leastLeft(
  budgets: CallBudgets | undefined,
  spent: MonthSpent | undefined,
  holds: Iterable<CountedHold>,
): bigint | undefined {
  if (!budgets || !spent) return undefined
  const held = sumByScope(holds, spent)
  const left = budgetScopes.flatMap((scope) => {
    const limit = budgets[scope]
    return limit === undefined ? [] : [limit - (spent.micros[scope] ?? 0n) - held[scope]]
  })
  return left.length > 0 ? left.reduce((least, one) => (one < least ? one : least)) : undefined
}

function sumByScope(holds: Iterable<CountedHold>, { keyId, alias }: Pick<BudgetQuestion, 'keyId' | 'alias'>) {
  const sums: Record<BudgetScope, bigint> = { company: 0n, key: 0n, alias: 0n }
  for (const hold of holds) {
    sums.company += hold.estimateMicros
    if (hold.keyId === keyId) sums.key += hold.estimateMicros
    if (hold.alias === alias) sums.alias += hold.estimateMicros
  }
  return sums
}
