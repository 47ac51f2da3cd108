// What a person reads when a call of the playground fails, and what to do next.
import { gatewayFaultTexts as texts } from '../../../../words/en/company/playground.ts'
import type { GatewayFault } from './gateway-fault.ts'

export type GatewayFaultWords = {
  title: string
  /** Null for the gateway's own message, which says what to do. */
  text: string | null
  /** The page of the company where the cause is resolved. */
  page?: 'billing' | 'alerts'
  pageLabel?: string
}

type Refused = Pick<GatewayFault, 'kind' | 'status' | 'code' | 'retryAfterS'>

const budgets = new Set(['company_budget', 'alias_budget'])

/** `failedCheck` is from a dry run of the same call: three different limits are refused with the same code. */
export function wordsOfGatewayFault(fault: Refused, failedCheck: string | undefined): GatewayFaultWords {
  const { kind, status = 0, retryAfterS = 1 } = fault
  if (kind === 'unreachable') return { title: texts.unreachable, text: null }
  if (kind === 'broken') return { title: texts.broken, text: texts.brokenText }
  if (status === 401) return { title: texts.keyEnded, text: texts.keyEndedText }
  if (status === 402) return wordsOfLimit(failedCheck)
  if (status === 403) return wordsOfDenial(fault.code)
  if (status === 429) return { title: texts.tooMany, text: texts.tooManyText(retryAfterS) }
  if (status >= 500) return { title: texts.unavailable, text: texts.unavailableText }
  return { title: texts.refused, text: null }
}

function wordsOfLimit(failedCheck: string | undefined): GatewayFaultWords {
  if (failedCheck === 'key_cap') return { title: texts.cap, text: texts.capText }
  if (failedCheck !== undefined && budgets.has(failedCheck))
    return { title: texts.budget, text: null, page: 'alerts', pageLabel: texts.openBudgets }
  return { title: texts.noCredits, text: null, page: 'billing', pageLabel: texts.topUp }
}

function wordsOfDenial(code: string | undefined): GatewayFaultWords {
  if (code === 'PLAN_LIMIT_EXCEEDED')
    return { title: texts.overdue, text: null, page: 'billing', pageLabel: texts.openBilling }
  if (code === 'COMPANY_SUSPENDED') return { title: texts.suspended, text: null }
  return { title: texts.notAllowed, text: null }
}
