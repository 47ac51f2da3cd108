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
  | { kind: 'failed'; reason: FailureReason; usage?: TokenUsage }
  /** It succeeded, but there is no price to charge: a person has to look. */
  | { kind: 'parked'; reason: ParkReason; usage: TokenUsage }

export type FailureReason =
  | 'no_usage'
  | 'provider_error'
  | 'provider_timeout'
  /** The model answered, and nothing of it was of use: only of parsing. */
  | 'extraction_failed'
  | 'routes_unavailable'
  | 'client_gone'
  | 'key_ended'
  | 'settle_unavailable'
  | 'process_died'

export type ParkReason = 'price_missing' | 'price_invalid'

export type FinishedCall = {
  id: string
  companyId: string
  keyId: string
  alias: string
  operation: CallOperation
  end: CallEnd
  /** What was set aside for it at admission. */
  heldMicros: bigint
  durationMs: number
  /** For which company the platform made it; only calls of the platform's own company have one. */
  concernedCompanyId?: string
  /** Kept for a retry with the same Idempotency-Key, together with the charge or not at all. */
  answer?: StoredAnswer
}

export type StoredAnswer = { contentType: string; body: Buffer }
