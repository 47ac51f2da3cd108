export type Meeting = {
  id: string
  companyId: string
  room: string
  endedAt: Date
  /** Where its insights are sent. Null if its owner is no longer a member of the company. */
  ownerEmail: string | null
}

export type TranscriptLine = { id: bigint; spokenAt: Date; speaker: string; text: string }

/** The lines of a meeting, as they were when its insights were begun: what comes later changes nothing. */
export type FrozenTranscript = { startedAt: Date | null; lineIds: readonly bigint[] }

export type MeetingOutcome = {
  status: 'DONE' | 'NO_TRANSCRIPT'
  startedAt: Date | null
  insights: readonly unknown[]
  lines: number
  callIds: readonly string[]
}
