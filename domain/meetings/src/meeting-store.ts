// What the insights of a meeting are made from, and where they go. The adapter is in postgres/.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { FrozenTranscript, Meeting, MeetingOutcome, TranscriptLine } from './meeting.ts'

export type MeetingStore = {
  /** Undefined if its insights are there already, or it is unknown. */
  readWaiting(meetingId: string): Promise<Meeting | undefined>
  /** What was said between the last beginning of the room and its end, as far as it has come. */
  findTranscript(meeting: Meeting): Promise<FrozenTranscript>
  readLines(lineIds: readonly bigint[]): Promise<TranscriptLine[]>
  /** In the transaction that finishes the task. */
  finish(tx: Queryable, meetingId: string, outcome: MeetingOutcome): Promise<void>
}
