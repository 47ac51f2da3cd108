import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { JobFacts, StoredJobFacts } from '../job-facts.ts'

/**
 * Returns the facts of the given jobs that are active; the others are left out, also those whose facts an earlier release
 * has read and `reread-job` has not read again yet.
 */
export async function readActiveJobFacts(
  postgres: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<StoredJobFacts[]> {
  const { rows } = await postgres.query<{ job_id: string; facts: JobFacts; facts_hash: Buffer }>({
    name: 'read-active-job-facts',
    text: `
      select f.job_id, f.facts, f.facts_hash
        from job_facts f
        join jobs j on j.company_id = f.company_id and j.id = f.job_id and j.status = 'ACTIVE'
       where f.company_id = $1 and f.job_id = any ($2) and f.facts ->> 'schema' = 'job_facts/2'`,
    values: [companyId, ids],
  })
  return rows.map((row) => ({ id: row.job_id, facts: row.facts, factsHash: row.facts_hash }))
}
