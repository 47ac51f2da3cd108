// Monthly budgets of a company: what it, one of its keys or one alias may spend in a calendar month (UTC). Gateways
// reject calls beyond a hard budget; a soft one rejects nothing. The hard budget of a key is its monthly cap.
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    budgets:
      | 'budgets.alias_unknown'
      | 'budgets.company_not_found'
      | 'budgets.key_has_cap'
      | 'budgets.key_not_found'
      | 'budgets.limit'
      | 'budgets.not_found'
      | 'budgets.scope'
      | 'budgets.too_many'
  }
}

export const budgetScopes = ['COMPANY', 'KEY', 'ALIAS'] as const
export type BudgetScope = (typeof budgetScopes)[number]

/** What a budget limits. At most one hard and one soft budget exist for each. */
export type BudgetTarget = {
  scope: BudgetScope
  /** Only with the scope KEY. */
  keyId: string | null
  /** Only with the scope ALIAS. */
  alias: string | null
  isHard: boolean
}

export type Budget = BudgetTarget & {
  id: string
  limitMicros: bigint
  /** Charged since the beginning of the month, as in the usage: refunds are not subtracted. */
  spentMicros: bigint
  createdAt: Date
  updatedAt: Date
}

export const budgetsMax = 200
// A billion credits. What a budget has spent, plus the holds, stays far below 64 bits.
const limitMicrosMax = 1_000_000_000_000_000n

/** Throws a fault that names the rule unless the budget may be set. */
export function checkBudget(
  { scope, keyId, alias, isHard }: BudgetTarget,
  limitMicros: bigint | undefined,
): void {
  if ((scope === 'KEY') !== (keyId !== null) || (scope === 'ALIAS') !== (alias !== null)) {
    throw invalidBudget(
      'budgets.scope',
      'Choose a key for the budget of a key, a model for that of a model, and neither for the whole company.',
      { input: scope === 'KEY' || (scope === 'COMPANY' && keyId !== null) ? 'keyId' : 'alias' },
    )
  }
  if (scope === 'KEY' && isHard) {
    throw invalidBudget(
      'budgets.key_has_cap',
      'The budget that refuses calls of a key is the monthly limit of the key. Set it in the settings of the key.',
      { input: 'enforcement' },
    )
  }
  if (limitMicros === undefined || limitMicros < 0n || limitMicros > limitMicrosMax) {
    throw invalidBudget(
      'budgets.limit',
      'Enter credits from 0 to 1,000,000,000 with at most six decimals, such as 250 or 0.5.',
      { input: 'credits' },
    )
  }
}

/** Spent share of the limit, where 1 is all of it; a budget of 0 is used up from the start. */
export function spentShare({
  spentMicros,
  limitMicros,
}: Pick<Budget, 'spentMicros' | 'limitMicros'>): number {
  return limitMicros === 0n ? 1 : Number(spentMicros) / Number(limitMicros)
}

export function invalidBudget(
  code:
    | 'budgets.alias_unknown'
    | 'budgets.key_has_cap'
    | 'budgets.limit'
    | 'budgets.scope'
    | 'budgets.too_many',
  publicMessage: string,
  more: { input?: string; cause?: unknown } = {},
): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage, ...more })
}
