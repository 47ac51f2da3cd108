import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { MeetingStore } from '../meeting.ts'

// Allowed clock skew between the meeting server and the transcription service.
const clockGapSeconds = 10

type LineRow = { id: bigint; spoken_at: Date; speaker: string; text: string }

export function createMeetingStore(postgres: Postgres): MeetingStore {
  return {
    async readWaiting(meetingId) {
      const { rows } = await postgres.query<{
        id: string
        company_id: string
        room: string
        ended_at: Date
        email: string | null
      }>(
        `select m.id, m.company_id, m.room, m.ended_at, u.email
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
          ownerEmail: row.email,
        }
      )
    },
    async findTranscript({ room, endedAt }) {
      const { rows } = await postgres.query<{ started_at: Date | null; line_ids: string[] }>(
        findTranscriptStatement,
        [room, endedAt, clockGapSeconds],
      )
      const [row] = rows
      return { startedAt: row?.started_at ?? null, lineIds: (row?.line_ids ?? []).map(BigInt) }
    },
    async readLines(lineIds) {
      const { rows } = await postgres.query<LineRow>(
        'select id, spoken_at, speaker, text from transcript_lines where id = any ($1::bigint[]) order by spoken_at, id',
        [lineIds],
      )
      return rows.map(({ id, spoken_at: spokenAt, speaker, text }) => ({ id, spokenAt, speaker, text }))
    },
    async finish(tx, meetingId, { status, startedAt, insights, lines, callIds }) {
      await tx.query(
        `update meetings set status = $2, started_at = $3, insights = $4, lines = $5, call_ids = $6, finished_at = now()
          where id = $1 and status = 'WAITING'`,
        [meetingId, status, startedAt, JSON.stringify(insights), lines, callIds],
      )
    },
  }
}

// A room is reused: a line belongs to the meeting during which it was spoken. If no start of the meeting was reported,
// the meeting begins at the end of the previous one.
const findTranscriptStatement = `
  with bounds as (
    select (select max(occurred_at) from room_events
             where room = $1 and event = 'room_created' and occurred_at < $2) as created_at,
           (select max(occurred_at) from room_events
             where room = $1 and event = 'room_destroyed' and occurred_at < $2) as former_end
  ), meeting as (
    select case when former_end is null or created_at > former_end then created_at end as started_at, former_end from bounds
  )
  select started_at,
         (select array_agg(l.id::text order by l.spoken_at, l.id) from transcript_lines l
           where l.room = $1 and l.spoken_at <= $2::timestamptz + make_interval(secs => $3)
             and l.spoken_at >= coalesce(started_at - make_interval(secs => $3), former_end, '-infinity')) as line_ids
    from meeting`
