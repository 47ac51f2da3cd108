/** Tokens of one call by class, as the provider reported them. Cached tokens are a part of the prompt's. */
export type TokenUsage = {
  promptTokens: number
  cachedTokens: number
  completionTokens: number
}

export type CallOperation = 'chat' | 'completions' | 'embeddings' | 'parse_cv' | 'parse_jd'

/** How a call ended. Only `succeeded` is charged. */
export type CallEnd =
  | { kind: 'succeeded'; usage: TokenUsage; priceVersion: bigint; chargedMicros: bigint }
  /** Not charged, whatever was used: see the truth table in the interface decisions. */
  | {
      kind: 'failed'
      reason: FailureReason
      usage?: TokenUsage
      /** No provider sent anything that it could charge for, so the call does not count against the token limit. */
      isUnanswered?: boolean
      /** The client left a stream of which it had seen a part. */
      isAbandoned?: boolean
    }
  /** It was answered, but what to charge is not certain: a person decides. */
  | { kind: 'parked'; reason: ParkReason; usage: TokenUsage }

export type FailureReason =
  | 'no_usage'
  | 'provider_error'
  | 'provider_timeout'
  /** The model answered, and nothing of it was of use: only of parsing. */
  | 'extraction_failed'
  | 'routes_unavailable'
  /** The answer was larger than what the key, its company or the process may hold at the time. */
  | 'too_many_bytes'
  | 'client_gone'
  | 'key_ended'
  | 'company_suspended'
  | 'settle_unavailable'
  | 'process_died'

export type ParkReason =
  | 'price_missing'
  | 'price_invalid'
  /** The provider's report cannot be right for this request. */
  | 'usage_impossible'

export type FinishedCall = {
  id: string
  companyId: string
  keyId: string
  alias: string
  operation: CallOperation
  end: CallEnd
  /** What was set aside for it at admission. */
  heldMicros: bigint
  isStream?: boolean
  durationMs: number
  /** For which company the platform made it; only calls of the platform's own company have one. */
  concernedCompanyId?: string
  /** What a retry with the same Idempotency-Key will find; written together with the charge or not at all. */
  answer?: AnswerRecord
}

export type StoredAnswer = { contentType: string; body: Buffer }

export type AnswerRecord = StoredAnswer | { notKept: NotKeptReason }

/** Why an answer that was delivered is not kept: it is too large, its company stores too much, or the process does. */
export type NotKeptReason = 'too_large' | 'quota' | 'busy'

export function answerBytes({ answer }: Pick<FinishedCall, 'answer'>): number {
  return answer && 'body' in answer ? answer.body.length : 0
}
