// Ends active jobs whose closing date has passed; matching then deletes their matches. Until the next run such a job is left
// out of the list of active jobs only.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

const aiService = { kind: 'service', id: 'ai-service' } as const

type Expired = { company_id: string; id: string; title: string; version: number }

/** Ends a limited number of jobs. Returns true if more may remain. */
export async function expireJobs(database: Database, ids: Ids, countMax = 100): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    // A job that a person is changing is left to the next run, which sees the new date.
    const { rows } = await sql<Expired>`
      with due as materialized (
        select company_id, id from jobs where status = 'ACTIVE' and closes_at <= now()
         order by closes_at limit ${countMax} for update skip locked
      )
      update jobs j set status = 'EXPIRED', version = j.version + 1, updated_at = now()
        from due where j.company_id = due.company_id and j.id = due.id
      returning j.company_id, j.id, j.title, j.version`.execute(tx)
    for (const { company_id: companyId, id, title, version } of rows)
      await recordAuditEntry(ids, tx, {
        companyId,
        actor: aiService,
        action: 'job.expire',
        subject: { kind: 'job', id },
        details: { title, status: 'EXPIRED', version },
      })
    return rows.length === countMax
  })
}
