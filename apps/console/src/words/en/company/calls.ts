import type { CallStatus } from '../../../pages/company/calls/calls-search.ts'

export const callsTexts = {
  title: 'Calls',
  text: 'Every billable request to a model. Prompts and answers are not stored.',
  show: 'Show',
  calls: 'Calls',
  refused: 'Refused requests',
  find: 'Find by request ID',
  findHint: 'Paste the x-request-id of an answer',
  filters: 'Filters',
  period: 'Period',
  periods: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
  key: 'Key',
  allKeys: 'All keys',
  model: 'Model',
  allModels: 'All models',
  status: 'Status',
  allStatuses: 'All statuses',
  reason: 'Reason',
  allReasons: 'All reasons',
  clear: 'Clear filters',
  started: 'Started (UTC)',
  tokens: 'Tokens in, out',
  credits: 'Credits',
  took: 'Duration',
  newCalls: (count: number) =>
    count >= 50 ? 'Show more than 50 new calls' : count === 1 ? 'Show 1 new call' : `Show ${count} new calls`,
  histogramLabel: 'Calls over time',
  histogram: (calls: string, failed: string) => `${calls} calls, ${failed} of them not charged`,
  bar: (calls: string, failed: string, credits: string) =>
    `${calls} calls, ${failed} not charged, ${credits} credits`,
  charged: 'Charged',
  notCharged: 'Not charged',
  searchedTo: 'Searched back to',
  searchOn: 'Search further back',
  utc: 'UTC',
  noneYet: 'No calls in this period',
  noneYetText: 'Calls appear here as soon as they end. Choose a longer period, or make one with an API key.',
  tryModel: 'Try a model in the playground',
  noneMatch: 'No calls match these filters',
  noneMatchText: 'Remove a filter, or choose a longer period.',
  end: 'These are all calls of the period.',
} as const

export const statusWords: Record<CallStatus, string> = {
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  PARKED: 'In review',
}

/** Why a call was not charged. The names are those of the API; others are shown as they are. */
export const reasonWords: Readonly<Record<string, string>> = {
  client_gone: 'Client disconnected',
  provider_error: 'Provider error',
  provider_timeout: 'Provider timeout',
  no_usage: 'No usage reported',
  extraction_failed: 'Unusable output',
  routes_unavailable: 'No route available',
  too_many_bytes: 'Answer too large',
  key_ended: 'Key ended',
  company_suspended: 'Company suspended',
  settle_unavailable: 'Settlement unavailable',
  process_died: 'Gateway stopped',
  price_missing: 'No price',
  price_invalid: 'Unusable price',
  usage_impossible: 'Implausible usage',
}

type RefusalWords = { title: string; advice: string }

export const refusalTexts = {
  at: 'Refused (UTC)',
  http: 'Status',
  why: 'Reason',
  message: 'Answer to the caller',
  more: (count: number) =>
    count === 1
      ? '1 more like this was not recorded separately.'
      : `${count} more like this were not recorded separately.`,
  none: 'No refused requests',
  noneText: 'Requests that the gateway answers with 401, 402, 403 or 429 are listed here for a week.',
  keptSince: 'The record goes back to',
  unknown: 'No request with this ID',
  unknownText:
    'A call appears when it has ended, and a refused request within a second. Refused requests are kept for a week. Requests without a known key and dry runs are not recorded.',
  back: 'Back to the list',
  facts: 'What the gateway checked',
  requestId: 'Request ID',
  estimate: 'The call would have held',
  balance: 'Balance at that time',
  held: 'Held by running calls at that time',
  balanceNow: 'Balance now',
  passesNow: 'The balance now covers this request. Send it again.',
  stillShort: 'The balance still does not cover this request.',
  topUp: 'Top up',
  openKey: 'Open the key',
  what: 'What to do',
} as const

export const refusalRules: Readonly<Record<string, RefusalWords>> = {
  credits_insufficient: {
    title: 'Not enough credits',
    advice:
      'Top up. A call is admitted if the balance, less what running calls hold, covers its highest possible cost; a smaller max_tokens lowers it.',
  },
  key_cap_reached: {
    title: 'The monthly cap of the key is reached',
    advice: 'Raise the cap of the key, or wait for the first day of the next month (UTC).',
  },
  budget_reached: {
    title: 'A monthly budget is reached',
    advice: 'Raise the budget, or wait for the first day of the next month (UTC).',
  },
  rate_limited: {
    title: 'Too many requests',
    advice: 'Wait as long as the retry-after header says, or raise the limits of the key.',
  },
  streams_abandoned: {
    title: 'Too many streams were abandoned',
    advice: 'Read streams to their end, or send calls without stream.',
  },
  too_many_bytes: {
    title: 'The calls in flight are too large',
    advice: 'Send fewer large calls at the same time.',
  },
  model_not_allowed: {
    title: 'The key may not use this model',
    advice: 'Call a model of the allowlist, or add this one to the key.',
  },
  scope_denied: {
    title: 'The key lacks a scope',
    advice: 'Scopes are chosen when a key is made. Create a key that has the scope.',
  },
  key_revoked: { title: 'The key is revoked', advice: 'Use another key. A revoked key stays revoked.' },
  key_expired: { title: 'The key has expired', advice: 'Create a new key, or rotate this one.' },
  company_suspended: {
    title: 'The company is suspended',
    advice: 'Contact us; calls are refused until the suspension is lifted.',
  },
  invoice_overdue: { title: 'An invoice is overdue', advice: 'Pay the invoice under Profile, Billing.' },
}

export const otherRefusal: RefusalWords = {
  title: 'The request was refused',
  advice: 'The answer to the caller says what to change.',
}
