// Port: reads a meeting and its transcript, and stores its insights. The adapter is in postgres/.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { FrozenTranscript, Meeting, MeetingOutcome, TranscriptLine } from './meeting.ts'

export type MeetingStore = {
  /** Returns undefined if the meeting already has its insights, or does not exist. */
  readWaiting(meetingId: string): Promise<Meeting | undefined>
  /** Finds the lines received so far that were spoken between the room's last start and its end. */
  findTranscript(meeting: Meeting): Promise<FrozenTranscript>
  readLines(lineIds: readonly bigint[]): Promise<TranscriptLine[]>
  /** Stores the outcome in the transaction that finishes the task. */
  finish(tx: Queryable, meetingId: string, outcome: MeetingOutcome): Promise<void>
}
