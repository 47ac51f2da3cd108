// Stores jobs with their facts. A change of the facts or the status enqueues the job for matching in the same
// transaction (a database trigger); facts that equal the stored ones are not written again.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import type { JobFacts } from '../job-facts.ts'
import type { JobMetadata } from '../metadata.ts'
import type { JobPosting } from '../posting.ts'

export type JobStatus = 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CLOSED' | 'EXPIRED'

export type JobToSave = {
  companyId: string
  id: string
  title: string
  status: JobStatus
  descriptionText: string
  /** As read from the text; omitted or null if the text has not been read. */
  posting?: JobPosting | null
  facts: JobFacts
  /**
   * Id of the job in the system it came from. An omitted or null value keeps the stored one, here and for the
   * fields below.
   */
  externalId?: string | null
  closesAt?: Date | null
  corrections?: JobCorrections | null
  metadata?: JobMetadata | null
}

/**
 * The time of the change is that of the statement: that of the transaction, which may have waited for the row and read
 * the text since, could lie before a time up to which a client has asked for changes already.
 */
export async function saveJobs(tx: Queryable, jobs: readonly JobToSave[]): Promise<void> {
  const inOrder = jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const companyIds = inOrder.map(({ companyId }) => companyId)
  const ids = inOrder.map(({ id }) => id)
  await tx.query(
    `insert into jobs (company_id, id, title, status, description_text, posting, external_id, closes_at, published_at,
                       updated_at)
     select c, i, t, s, d, p, e, u, case when s = 'ACTIVE' then now() end, clock_timestamp()
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::job_status[], $5::text[], $6::jsonb[], $7::text[],
                   $8::timestamptz[])
            as j (c, i, t, s, d, p, e, u)
     on conflict (company_id, id) do update
       set title = excluded.title, status = excluded.status, description_text = excluded.description_text,
           posting = excluded.posting,
           -- Another text is parsed by a task of its own.
           cancelled_task_id = case when jobs.description_text = excluded.description_text then jobs.cancelled_task_id end,
           external_id = coalesce(excluded.external_id, jobs.external_id),
           closes_at = coalesce(excluded.closes_at, jobs.closes_at),
           published_at = coalesce(jobs.published_at, excluded.published_at),
           version = jobs.version + 1, updated_at = clock_timestamp()`,
    [
      companyIds,
      ids,
      inOrder.map(({ title }) => title),
      inOrder.map(({ status }) => status),
      inOrder.map(({ descriptionText }) => descriptionText),
      inOrder.map(({ posting }) => toJson(posting)),
      inOrder.map(({ externalId }) => externalId ?? null),
      inOrder.map(({ closesAt }) => closesAt ?? null),
    ],
  )
  await saveOwnData(
    tx,
    inOrder.filter(({ corrections, metadata }) => corrections || metadata),
  )
  await tx.query(
    `insert into job_facts (company_id, job_id, facts, facts_hash)
     select * from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bytea[])
     on conflict (company_id, job_id) do update
       set facts = excluded.facts, facts_hash = excluded.facts_hash, updated_at = now()
       where job_facts.facts_hash <> excluded.facts_hash`,
    [
      companyIds,
      ids,
      inOrder.map(({ facts }) => JSON.stringify(facts)),
      inOrder.map(({ facts }) => hashFacts(facts)),
    ],
  )
}

/** Stores what a company states about its jobs in addition to their texts. */
async function saveOwnData(tx: Queryable, jobs: readonly JobToSave[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.query(
    `update jobs
        set corrections = coalesce(v.corrections, jobs.corrections), metadata = coalesce(v.metadata, jobs.metadata)
       from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::jsonb[]) as v (company_id, id, corrections, metadata)
      where jobs.company_id = any ($1::uuid[]) and jobs.company_id = v.company_id and jobs.id = v.id`,
    [
      jobs.map(({ companyId }) => companyId),
      jobs.map(({ id }) => id),
      jobs.map(({ corrections }) => toJson(corrections)),
      jobs.map(({ metadata }) => toJson(metadata)),
    ],
  )
}

function toJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}

export async function setJobStatus(
  tx: Queryable,
  { companyId, id, status }: Pick<JobToSave, 'companyId' | 'id' | 'status'>,
): Promise<boolean> {
  const { rows } = await tx.query(
    `update jobs set status = $3, version = version + 1, updated_at = clock_timestamp()
      where company_id = $1 and id = $2 and status <> $3
      returning id`,
    [companyId, id, status],
  )
  return rows.length === 1
}

/** Shows that the parse of the job was cancelled, or with null that it continues. */
export async function setCancelledTask(
  tx: Queryable,
  { companyId, id }: Pick<JobToSave, 'companyId' | 'id'>,
  taskId: string | null,
): Promise<void> {
  await tx.query('update jobs set cancelled_task_id = $3 where company_id = $1 and id = $2', [
    companyId,
    id,
    taskId,
  ])
}
