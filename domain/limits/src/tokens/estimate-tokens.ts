export type TokenEstimate = { inputTokens: number; outputTokens: number; totalTokens: number }

export type TokenQuestion = {
  bodyBytes: number
  /** `max_tokens` and its like, if the caller asked for a limit. */
  askedOutputTokens?: number | undefined
  alias: {
    outputTokensMax: number
    /** What a call uses that names no limit. */
    outputTokensAssumed: number
    contextTokensMax: number
  }
}

const bytesPerToken = 4

/** Not exact, and need not be: the real usage corrects it. It is high rather than low, except for dense scripts. */
export function estimateTokens({ bodyBytes, askedOutputTokens, alias }: TokenQuestion): TokenEstimate {
  const asked = askedOutputTokens ?? alias.outputTokensAssumed
  const outputTokens = Math.max(0, Math.ceil(Math.min(asked, alias.outputTokensMax)))
  const inputTokens = Math.min(Math.ceil(bodyBytes / bytesPerToken), alias.contextTokensMax)
  return {
    inputTokens,
    outputTokens,
    totalTokens: Math.min(inputTokens + outputTokens, alias.contextTokensMax),
  }
}
