import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { MeetingStore } from '../meeting.ts'
import { findTranscript, readLines } from './find-transcript.ts'

/** Transcripts arrive for a room, before its company is known, so they are in the directory. */
export function createMeetingStore(shards: Shards<Queryable>): MeetingStore {
  return {
    async readWaiting({ companyId, meetingId }) {
      const { rows } = await shards.of(companyId).query<{
        id: string
        company_id: string
        room: string
        ended_at: Date
        spoken_from: Date | null
        email: string | null
      }>(
        `select m.id, m.company_id, m.room, m.ended_at, m.spoken_from, u.email
           from meetings m
           left join memberships s on s.company_id = m.company_id and s.user_id = m.owner_id
           left join users u on u.id = s.user_id
          where m.id = $1 and m.status = 'WAITING'`,
        [meetingId],
      )
      const [row] = rows
      return (
        row && {
          id: row.id,
          companyId: row.company_id,
          room: row.room,
          endedAt: row.ended_at,
          spokenFrom: row.spoken_from,
          ownerEmail: row.email,
        }
      )
    },
    findTranscript: (meeting) => findTranscript(shards.directory, meeting),
    readLines: (lineIds) => readLines(shards.directory, lineIds),
    async finish(tx, meetingId, { status, startedAt, insights, lines, callIds }) {
      await tx.query(
        `update meetings set status = $2, started_at = $3, insights = $4, lines = $5, call_ids = $6, finished_at = now()
          where id = $1 and status = 'WAITING'`,
        [meetingId, status, startedAt, JSON.stringify(insights), lines, callIds],
      )
    },
  }
}
