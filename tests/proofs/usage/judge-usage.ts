import type { Spent } from './call-and-add-up.ts'

export type ToldUsage = {
  key_id: string
  company_id: string
  totals: { requests: number; prompt_tokens: number; completion_tokens: number; failed_requests: number }
  data: readonly { model: string }[]
}

export type Expected = { keyId: string; companyId: string; model: string; spent: Spent }

export type Verdict = { kind: 'right' } | { kind: 'stale' | 'leak'; reason: string }

/** Less than what the key itself has used is stale; anything that it has not used is somebody else's. */
export function judgeUsage(told: ToldUsage, { keyId, companyId, model, spent }: Expected): Verdict {
  const { requests, prompt_tokens, completion_tokens, failed_requests } = told.totals
  const reason = `key ${keyId} was told ${JSON.stringify(told.totals)} and has ${JSON.stringify(spent)}`
  const isOwn =
    told.key_id === keyId && told.company_id === companyId && told.data.every((one) => one.model === model)
  // What was refused with 503 after it was admitted has failed, and costs nothing.
  const pairs = [
    [requests - failed_requests, spent.requests],
    [prompt_tokens, spent.promptTokens],
    [completion_tokens, spent.completionTokens],
  ] as const
  if (!isOwn || pairs.some(([said, own]) => said > own)) return { kind: 'leak', reason }
  return pairs.some(([said, own]) => said < own) ? { kind: 'stale', reason } : { kind: 'right' }
}
