export const insightKinds = ['summary', 'decision', 'action', 'question'] as const
type InsightKind = (typeof insightKinds)[number]

/** An insight as the model returned it; untrusted until it is verified. */
export type ClaimedInsight = {
  kind: InsightKind
  text: string
  evidence: readonly { line: number; quote: string }[]
}

/** An insight whose quotes all occur in the lines that they cite. */
export type Insight = {
  kind: InsightKind
  text: string
  evidence: readonly { line: number; speaker: string; spokenAt: string; quote: string }[]
}
