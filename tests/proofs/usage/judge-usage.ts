import type { Spent } from './call-and-add-up.ts'

export type ToldUsage = {
  key_id: string
  company_id: string
  totals: { requests: number; prompt_tokens: number; completion_tokens: number; failed_requests: number }
  data: readonly { model: string }[]
}

export type Expected = { keyId: string; companyId: string; model: string; spent: Spent }

export type Verdict = { kind: 'right' } | { kind: 'stale' | 'leak'; reason: string }

/** Less than the key's own usage is stale; more than it is a leak of another key's usage. */
export function judgeUsage(told: ToldUsage, { keyId, companyId, model, spent }: Expected): Verdict {
  const { requests, prompt_tokens, completion_tokens, failed_requests } = told.totals
  const reason = `key ${keyId} got ${JSON.stringify(told.totals)} and used ${JSON.stringify(spent)}`
  const isOwn =
    told.key_id === keyId && told.company_id === companyId && told.data.every((one) => one.model === model)
  // A call that got 503 after its admission has failed and costs nothing.
  const pairs = [
    [requests - failed_requests, spent.requests],
    [prompt_tokens, spent.promptTokens],
    [completion_tokens, spent.completionTokens],
  ] as const
  if (!isOwn || pairs.some(([said, own]) => said > own)) return { kind: 'leak', reason }
  return pairs.some(([said, own]) => said < own) ? { kind: 'stale', reason } : { kind: 'right' }
}
