import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { CallBudgets } from '@gatehouse/limits/budgets'

type LimitedKey = Pick<CallerKey, 'monthlyCreditCapMicros' | 'budgets'>

/** The hard budgets that limit a call: those of the company and the alias, and the key's monthly cap. */
export function budgetsOf(
  { monthlyCreditCapMicros: cap, budgets }: LimitedKey,
  alias: string,
): CallBudgets | undefined {
  if (cap === null && !budgets) return undefined
  const ofAlias = budgets?.aliases.get(alias)
  return {
    ...(budgets?.company !== undefined && { company: budgets.company }),
    ...(cap !== null && { key: cap }),
    ...(ofAlias !== undefined && { alias: ofAlias }),
  }
}
