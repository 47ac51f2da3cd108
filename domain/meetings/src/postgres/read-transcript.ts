import type { Database } from '@gatehouse/schema/database'
import type { TranscriptLine } from '../meeting.ts'
import { findTranscript, readLines } from './find-transcript.ts'

export type ReadLine = Omit<TranscriptLine, 'id'> & { id: string }

export type TranscriptPage = {
  companyId: string
  meetingId: string
  limit: number
  afterId?: string | undefined
}

/**
 * Reads a page of a meeting's transcript, in the order of speaking. Includes lines that arrived after the insights were
 * worked out. Returns undefined if the company has no such meeting, and no lines after one that is not of this meeting.
 */
export async function readTranscript(
  database: Database,
  { companyId, meetingId, limit, afterId }: TranscriptPage,
): Promise<ReadLine[] | undefined> {
  const meeting = await database
    .selectFrom('meetings')
    .select(['room', 'ended_at', 'spoken_from'])
    .where('company_id', '=', companyId)
    .where('id', '=', meetingId)
    .executeTakeFirst()
  if (!meeting) return undefined
  const { room, ended_at: endedAt, spoken_from: spokenFrom } = meeting
  const { lineIds } = await findTranscript(database, { room, endedAt, spokenFrom })
  const position = afterId === undefined ? 0 : lineIds.findIndex((id) => String(id) === afterId) + 1
  if (afterId !== undefined && position === 0) return []
  const lines = await readLines(database, lineIds.slice(position, position + limit))
  return lines.map(({ id, spokenAt, speaker, text }) => ({ id: String(id), spokenAt, speaker, text }))
}
