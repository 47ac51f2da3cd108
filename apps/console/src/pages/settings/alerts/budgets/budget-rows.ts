// The monthly limit of a key is its hard budget. The backend keeps it among the settings of the key, and the list shows
// it beside the other budgets.
import { parseCredits } from '../../../../amounts/credits.ts'
import { budgetTexts as texts } from '../../../../words/en/settings/alerts.ts'
import type { AlertsResult } from '../alerts.generated.ts'

export type Budget = AlertsResult['budgets'][number]
type Key = AlertsResult['apiKeys']['nodes'][number]

export type BudgetRow = {
  id: string
  name: string
  enforcement: Budget['enforcement']
  credits: string
  spent: string
  /** For drawing; the amounts are exact. */
  share: number
  /** Left out for the monthly limit of a key, which is changed on the page of the key. */
  budget?: Budget
}

export function budgetRows({ budgets, apiKeys: { nodes: keys } }: AlertsResult): BudgetRow[] {
  const own = budgets.map((budget) => ({
    id: budget.id,
    name: nameOf(budget, keys),
    enforcement: budget.enforcement,
    credits: budget.credits,
    spent: budget.spentThisMonth,
    share: budget.share,
    budget,
  }))
  return [...own, ...keys.flatMap(limitOf)]
}

function limitOf(key: Key): BudgetRow[] {
  const { id, status, monthlyCreditCap: credits, spentThisMonth: spent } = key
  if (status !== 'LIVE' || credits === null) return []
  const limit = parseCredits(credits)
  // A limit of 0 is always used up.
  const share = limit === 0n ? 1 : Number(parseCredits(spent)) / Number(limit)
  return [{ id, name: nameOfKey(key), enforcement: 'HARD', credits, spent, share }]
}

function nameOf({ keyId, alias }: Budget, keys: readonly Key[]): string {
  if (alias !== null) return texts.alias(alias)
  if (keyId === null) return texts.company
  const key = keys.find(({ id }) => id === keyId)
  return key ? nameOfKey(key) : texts.unknownKey
}

function nameOfKey({ name, hint }: Key): string {
  return texts.key(name, hint)
}
