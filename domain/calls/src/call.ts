/** Tokens of one call by class, as the provider reported them. Cached tokens are included in the prompt tokens. */
export type TokenUsage = {
  promptTokens: number
  cachedTokens: number
  completionTokens: number
}

export type CallOperation = 'chat' | 'completions' | 'embeddings' | 'parse_cv' | 'parse_jd'

/** How a call ended. Only `succeeded` is charged. */
export type CallEnd =
  | { kind: 'succeeded'; usage: TokenUsage; priceVersion: bigint; chargedMicros: bigint }
  /** Not charged, regardless of usage. */
  | {
      kind: 'failed'
      reason: FailureReason
      usage?: TokenUsage
      /** No provider sent anything that it could charge for, so the call does not count against the token limit. */
      isUnanswered?: boolean
      /** The client closed a stream after it had received a part of it. */
      isAbandoned?: boolean
    }
  /** The call was answered, but the charge is uncertain: a person decides. */
  | { kind: 'parked'; reason: ParkReason; usage: TokenUsage }

export type FailureReason =
  | 'no_usage'
  | 'provider_error'
  | 'provider_timeout'
  /** The model answered, but nothing usable could be extracted. Only for parsing calls. */
  | 'extraction_failed'
  | 'routes_unavailable'
  /** The answer exceeded the bytes that the key, its company or the process may buffer at the time. */
  | 'too_many_bytes'
  | 'client_gone'
  | 'key_ended'
  | 'company_suspended'
  | 'settle_unavailable'
  | 'process_died'

export type ParkReason =
  | 'price_missing'
  | 'price_invalid'
  /** The reported usage is impossible for this request. */
  | 'usage_impossible'

export type FinishedCall = {
  id: string
  companyId: string
  keyId: string
  alias: string
  operation: CallOperation
  end: CallEnd
  /** Credits held for the call at admission. */
  heldMicros: bigint
  isStream?: boolean
  durationMs: number
  /** The company for which the platform made the call; set only for calls of the platform's own company. */
  concernedCompanyId?: string
  /** The answer that a retry with the same Idempotency-Key gets; written together with the record of the call or not at all. */
  answer?: AnswerRecord
}

export type StoredAnswer = { contentType: string; body: Buffer }

export type AnswerRecord = StoredAnswer | { notKept: NotKeptReason }

/** Why a delivered answer is not stored: it is too large, its company stores too much, or this process is too busy. */
export type NotKeptReason = 'too_large' | 'quota' | 'busy'

export function answerBytes({ answer }: Pick<FinishedCall, 'answer'>): number {
  return answer && 'body' in answer ? answer.body.length : 0
}
