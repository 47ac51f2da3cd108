// The moment to which the database is restored, as the server's clock and ours see it.
import type { Postgres } from '@gatehouse/postgres/create-postgres'

export type Moment = {
  /** For pgbackrest and the gatehouse command. */
  text: string
  /** Our times immediately before and after it. */
  earliestMs: number
  latestMs: number
}

/** When something was begun, and when its client learnt that it was done. */
export type Span = { startedMs: number; endedMs: number }

export async function recordMoment(pool: Postgres): Promise<Moment> {
  const earliestMs = performance.now()
  const { rows } = await pool.query<{ text: string }>('select clock_timestamp()::text as text')
  return { text: rows[0]?.text ?? '', earliestMs, latestMs: performance.now() }
}

export const isBefore = ({ earliestMs }: Moment, { endedMs }: Span): boolean => endedMs < earliestMs
export const isAfter = ({ latestMs }: Moment, { startedMs }: Span): boolean => startedMs > latestMs
