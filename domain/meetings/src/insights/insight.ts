export const insightKinds = ['summary', 'decision', 'action', 'question'] as const
type InsightKind = (typeof insightKinds)[number]

/** As the model gave it: nothing in it is believed before it is verified. */
export type ClaimedInsight = {
  kind: InsightKind
  text: string
  evidence: readonly { line: number; quote: string }[]
}

/** An insight whose every quote stands in the line that it names. */
export type Insight = {
  kind: InsightKind
  text: string
  evidence: readonly { line: number; speaker: string; spokenAt: string; quote: string }[]
}
