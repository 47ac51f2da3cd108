// How long after its revocation a key was refused for the first time: what a person who stops a leaked key wants to see.
import { revokeTexts as texts } from '../../../words/en/settings/key.ts'

type RefusalRecord = { nodes: readonly { at: string }[]; keptSince: string }

const recordMax = 100

/**
 * Undefined while no request was refused, or if the record no longer has the first one. Entries are sorted with the
 * newest first.
 */
export function firstRefusalMs(revokedAt: string, record: RefusalRecord): number | undefined {
  const { nodes, keptSince } = record
  const revokedMs = Date.parse(revokedAt)
  const first = nodes.at(-1)
  if (!first || nodes.length === recordMax || Date.parse(keptSince) > revokedMs) return undefined
  return Math.max(0, Date.parse(first.at) - revokedMs)
}

/** "0.8 seconds", "12 minutes" */
export function formatSpan(spanMs: number): string {
  if (spanMs < 120_000) return texts.seconds((spanMs / 1_000).toFixed(spanMs < 10_000 ? 1 : 0))
  if (spanMs < 7_200_000) return texts.minutes(String(Math.floor(spanMs / 60_000)))
  return texts.hours(String(Math.floor(spanMs / 3_600_000)))
}
