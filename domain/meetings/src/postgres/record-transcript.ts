import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { TranscriptPart } from '../room-event.ts'

/** Returns the number of new lines. A line reported twice with the same time is stored once. */
export async function recordTranscript(
  postgres: Queryable,
  { room, lines }: TranscriptPart,
): Promise<number> {
  const { rowCount } = await postgres.query(
    `insert into transcript_lines (room, spoken_at, speaker, text)
     select $1, l.spoken_at, l.speaker, l.text
       from unnest($2::timestamptz[], $3::text[], $4::text[]) with ordinality as l (spoken_at, speaker, text, position)
      order by l.spoken_at, l.position
     on conflict (room, spoken_at, speaker, md5(text)) do nothing`,
    [
      room,
      lines.map(({ timestamp }) => timestamp),
      lines.map(({ speaker }) => speaker),
      lines.map(({ text }) => text),
    ],
  )
  return rowCount ?? 0
}
