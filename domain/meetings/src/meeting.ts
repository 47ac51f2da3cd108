export type Meeting = {
  id: string
  companyId: string
  room: string
  endedAt: Date
  /** Recipient of the insights; null if the owner is no longer a member of the company. */
  ownerEmail: string | null
}

export type TranscriptLine = { id: bigint; spokenAt: Date; speaker: string; text: string }

/** The lines of a meeting when work on its insights began; lines that arrive later are ignored. */
export type FrozenTranscript = { startedAt: Date | null; lineIds: readonly bigint[] }

export type MeetingOutcome = {
  status: 'DONE' | 'NO_TRANSCRIPT'
  startedAt: Date | null
  insights: readonly unknown[]
  lines: number
  callIds: readonly string[]
}
