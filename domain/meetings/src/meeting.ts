import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type Meeting = {
  id: string
  companyId: string
  room: string
  endedAt: Date
  /** Lines spoken before this time are not the company's; null if there is no such limit. */
  spokenFrom: Date | null
  /** Recipient of the insights; null if the owner is no longer a member of the company. */
  ownerEmail: string | null
}

export type TranscriptLine = { id: bigint; spokenAt: Date; speaker: string; text: string }

/** The lines of a meeting when work on its insights began; lines that arrive later are ignored. */
export type FrozenTranscript = { startedAt: Date | null; lineIds: readonly bigint[] }

type MeetingOutcome = {
  status: 'DONE' | 'NO_TRANSCRIPT'
  startedAt: Date | null
  insights: readonly unknown[]
  lines: number
  callIds: readonly string[]
}

/** Port: reads a meeting and its transcript, and stores its insights. The adapter is in postgres/. */
export type MeetingStore = {
  /** Returns undefined if the meeting already has its insights, or does not exist. */
  readWaiting(name: { companyId: string; meetingId: string }): Promise<Meeting | undefined>
  /** Finds the lines received so far that were spoken between the room's last start and its end. */
  findTranscript(meeting: Meeting): Promise<FrozenTranscript>
  readLines(lineIds: readonly bigint[]): Promise<TranscriptLine[]>
  /** Stores the outcome in the transaction that finishes the task. */
  finish(tx: Queryable, meetingId: string, outcome: MeetingOutcome): Promise<void>
}
