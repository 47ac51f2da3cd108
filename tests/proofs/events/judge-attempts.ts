// Compares the recorded attempts with the documented schedule.
import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type AttemptFindings = {
  attempts: number
  /** Attempts that came earlier than documented. */
  early: number
  /** Attempts that came later than documented, by more than the steps of the proof's clock. */
  late: number
  /** Deliveries that were given up without all attempts, or less than three days after their event. */
  givenUpEarly: number
  givenUp: number
}

// As in docs/api/events.md, and not imported, so that a changed delay is found. The last is rounded there to 20 h 25 min.
const documentedSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 73_495] as const
const attemptsMax = 10
const jitterShare = 0.1
const threeDaysMs = 3 * 24 * 3_600_000
// Times are stored in milliseconds, and the duration is rounded.
const roundingMs = 5

type Row = { delivery_id: string; status: string; created_at: Date; started_at: Date; duration_ms: number }

/** `lateMs` is how much later than due an attempt may be that became due after `elapsedMs` of the whole run. */
export async function judgeAttempts(
  database: Queryable,
  lateMs: (elapsedMs: number) => number,
): Promise<AttemptFindings> {
  const { rows } = await database.query<Row>(
    `select d.id as delivery_id, d.status, d.created_at, a.started_at, a.duration_ms
       from event_deliveries d join event_attempts a on a.delivery_id = d.id and a.company_id = d.company_id
      where d.company_id is not null order by d.id, a.started_at`,
  )
  const found = { attempts: rows.length, early: 0, late: 0, givenUpEarly: 0, givenUp: 0 }
  for (const attempts of Map.groupBy(rows, ({ delivery_id: id }) => id).values()) {
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1]
      if (!before) continue
      const gapMs = attempt.started_at.getTime() - before.started_at.getTime() - before.duration_ms
      const delayMs = (documentedSeconds[index - 1] ?? Number.POSITIVE_INFINITY) * 1_000
      const elapsedMs = attempt.started_at.getTime() - attempt.created_at.getTime()
      if (gapMs < delayMs - roundingMs) found.early += 1
      if (gapMs > delayMs * (1 + jitterShare) + lateMs(elapsedMs)) found.late += 1
    }
    const last = attempts.at(-1)
    if (last?.status !== 'FAILED') continue
    found.givenUp += 1
    const triedMs = last.started_at.getTime() - last.created_at.getTime()
    if (attempts.length !== attemptsMax || triedMs < threeDaysMs) found.givenUpEarly += 1
  }
  return found
}
