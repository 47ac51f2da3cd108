// What readers of calls need to know about the archive. A call that began before the end of the archive is not in
// Postgres, so a list of such calls would be empty, and a sum of them too small.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    creditArchive: 'credits.archived'
  }
}

/** A row of `calls` with all values as text, as the archive returns it. */
type ArchivedCallRow = Readonly<Record<string, string | null>>

/** Finds an archived call of the company; undefined if there is none. */
export type FindArchivedCall = (question: {
  callId: string
  companyId: string
}) => Promise<ArchivedCallRow | undefined>

/** SQL of the time before which calls are archived, by the time at which they began; null if none is. */
export const archiveEnd = `
  (select max(end_day)::timestamp at time zone 'UTC' from archived_call_partitions where detached_at is not null)`

/** The time before which the company's calls are archived; null if none of its calls is. */
export async function readArchivedBefore(postgres: Queryable, companyId: string): Promise<Date | null> {
  const { rows } = await postgres.query<{ archived_before: Date | null }>({
    name: 'read-archived-before',
    text: `select case when exists (select from archived_call_days d
                                      join archived_call_partitions p on p.name = d.partition_name and p.detached_at is not null
                                     where d.company_id = $1)
                       then ${archiveEnd} end as archived_before`,
    values: [companyId],
  })
  return rows[0]?.archived_before ?? null
}

/** Whether a call with this id would be in the archive, if there were one. */
export async function isArchivedTime(postgres: Queryable, callId: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_archived: boolean | null }>({
    name: 'is-archived-time',
    text: `select $1::uuid < uuid_at(${archiveEnd}) as is_archived`,
    values: [callId],
  })
  return rows[0]?.is_archived ?? false
}

/** Throws if the company has archived calls that began at `from` or later. */
export async function refuseArchived(
  postgres: Queryable,
  { companyId, from }: { companyId: string; from: Date },
): Promise<void> {
  const before = await readArchivedBefore(postgres, companyId)
  if (!before || before <= from) return
  throw new Fault({
    kind: 'invalid',
    code: 'credits.archived',
    publicMessage:
      `Calls that started before ${before.toISOString().slice(0, 10)} are archived. Choose a period from that day on. ` +
      'Usage by day includes them, and the receipt of each is found by its id.',
    input: 'from',
  })
}
