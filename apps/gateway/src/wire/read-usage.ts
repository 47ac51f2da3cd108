// The provider's usage report determines the charge, so an implausible report counts as none.
import type { TokenUsage } from '@gatehouse/calls/call'

type UsageReport = Readonly<Record<string, unknown>>

export type UsageReading = {
  /** Only embeddings may omit completion tokens. */
  isEmbedding?: boolean
  /** Some providers include reasoning tokens only in the total, so all tokens beyond the prompt count as completion. */
  countsTotal?: boolean
}

/** Parses the JSON of a `usage` object. */
export function readUsage(
  text: Buffer,
  { isEmbedding = false, countsTotal = true }: UsageReading = {},
): TokenUsage | 'none' {
  const report = parseObject(text)
  if (report === undefined) return 'none'
  const promptTokens = readCount(report['prompt_tokens'])
  const completionTokens = readCount(report['completion_tokens'] ?? (isEmbedding ? 0 : undefined))
  const totalTokens = readCount(report['total_tokens'] ?? 0)
  const cachedTokens = readCachedTokens(report['prompt_tokens_details'])
  if (promptTokens === undefined || completionTokens === undefined) return 'none'
  if (totalTokens === undefined || cachedTokens === undefined || cachedTokens > promptTokens) return 'none'
  const generatedTokens = isEmbedding || !countsTotal ? 0 : totalTokens - promptTokens
  return { promptTokens, cachedTokens, completionTokens: Math.max(completionTokens, generatedTokens) }
}

function readCachedTokens(details: unknown): number | undefined {
  if (details === undefined || details === null) return 0
  if (!isObject(details)) return undefined
  return readCount(details['cached_tokens'] ?? 0)
}

function readCount(value: unknown): number | undefined {
  // The database column is an integer, and no call comes near its limit.
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 2 ** 31) return undefined
  // JSON can express a negative zero, which is converted to zero.
  return value === 0 ? 0 : value
}

function parseObject(text: Buffer): UsageReport | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is UsageReport {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
