// Finds the lines that belong to a meeting, for its insights and for its readers.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { FrozenTranscript, Meeting, TranscriptLine } from '../meeting.ts'

// Allowed clock skew between the meeting server and the transcription service.
const clockGapSeconds = 10

export async function findTranscript(
  postgres: Queryable,
  { room, endedAt, spokenFrom }: Pick<Meeting, 'room' | 'endedAt' | 'spokenFrom'>,
): Promise<FrozenTranscript> {
  const { rows } = await postgres.query<{ started_at: Date | null; line_ids: string[] | null }>(
    findTranscriptStatement,
    [room, endedAt, clockGapSeconds, spokenFrom],
  )
  const [row] = rows
  return { startedAt: row?.started_at ?? null, lineIds: (row?.line_ids ?? []).map(BigInt) }
}

type LineRow = { id: bigint; spoken_at: Date; speaker: string; text: string }

export async function readLines(postgres: Queryable, lineIds: readonly bigint[]): Promise<TranscriptLine[]> {
  const { rows } = await postgres.query<LineRow>(
    'select id, spoken_at, speaker, text from transcript_lines where id = any ($1::bigint[]) order by spoken_at, id',
    [lineIds],
  )
  return rows.map(({ id, spoken_at: spokenAt, speaker, text }) => ({ id, spokenAt, speaker, text }))
}

// A room is reused: a line belongs to the meeting during which it was spoken. If no start of the meeting was reported,
// the meeting begins at the end of the previous one. What was said before the company registered the room is not its
// own, so the clock skew does not extend that limit.
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
             and l.spoken_at >= coalesce(started_at - make_interval(secs => $3), former_end, '-infinity')
             and l.spoken_at >= coalesce($4::timestamptz, '-infinity')) as line_ids
    from meeting`
