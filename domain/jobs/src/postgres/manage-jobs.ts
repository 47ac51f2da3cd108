// Creates, changes and closes jobs on behalf of people. Rules read the facts from the text, and they are
// saved with the job, so that matching starts with the commit; every change writes an audit entry.
import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { readSpecificity } from '@gatehouse/vocabulary/term-counts'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { externalIdTaken, jobChanged, jobClosed, unknownJob, wrongTitle } from '../job-faults.ts'
import type { JobFacts } from '../job-facts.ts'
import { composeJobText, withoutTitle } from '../job-text.ts'
import { readJobText } from '../read-job-text.ts'
import { type ManagedJob, readJob } from './list-jobs.ts'
import { type JobToSave, saveJobs, setJobStatus } from './save-jobs.ts'

export type ManageJobsDeps = { database: Database; ids: Ids }
type JobActor = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>
type JobName = { companyId: string; jobId: string }

/** Statuses that a job can move between; a closed job stays closed. */
export const openJobStatuses = ['DRAFT', 'ACTIVE', 'PAUSED'] as const
export type OpenJobStatus = (typeof openJobStatuses)[number]

export type NewJob = {
  companyId: string
  title: string
  descriptionText: string
  status: OpenJobStatus
  externalId: string | null
  closesAt: Date | null
}

export async function createJob(deps: ManageJobsDeps, job: NewJob, by: JobActor): Promise<ManagedJob> {
  const title = job.title.trim()
  const descriptionText = composeJobText(title, job.descriptionText)
  const facts = await readFacts(deps.database, descriptionText)
  return deps.database.transaction().execute(async (tx) => {
    const id = deps.ids.uuid()
    return save({ ...deps, tx }, { ...job, id, title, descriptionText, facts }, { by, action: 'job.create' })
  })
}

/** A change of a job; a null field keeps its current value. */
export type JobChange = { [Field in Exclude<keyof NewJob, 'companyId'>]: NewJob[Field] | null } & {
  /** The version that the caller has read; null overwrites any version. */
  version: number | null
}

export async function updateJob(
  deps: ManageJobsDeps,
  name: JobName,
  { change, by }: { change: JobChange; by: JobActor },
): Promise<ManagedJob> {
  return deps.database.transaction().execute(async (tx) => {
    const job = await lockOpenJob(tx, name)
    if (change.version !== null && change.version !== job.version) throw jobChanged()
    const title = change.title?.trim() ?? job.title
    const text = withoutTitle(job.title, change.descriptionText ?? job.descriptionText)
    const descriptionText = composeJobText(title, text)
    const changed: JobToSave = {
      companyId: job.companyId,
      id: job.id,
      title,
      status: change.status ?? job.status,
      descriptionText,
      // On the same connection: if every connection of the pool were in such a transaction, none would be left for a
      // second query.
      facts: await readFacts(tx, descriptionText),
      externalId: change.externalId,
      closesAt: change.closesAt,
    }
    return save({ ...deps, tx }, changed, { by, action: 'job.update' })
  })
}

/** Closes a job; matching then deletes its matches. Closing a closed job is a no-op. */
export async function closeJob(
  { database, ids }: Pick<ManageJobsDeps, 'database' | 'ids'>,
  { companyId, jobId }: JobName,
  by: JobActor,
): Promise<ManagedJob> {
  return database.transaction().execute(async (tx) => {
    if (await setJobStatus(tx, { companyId, id: jobId, status: 'CLOSED' })) {
      const subject = { kind: 'job', id: jobId }
      await recordAuditEntry(ids, tx, { ...by, companyId, action: 'job.close', subject })
    }
    return requireJob(tx, { companyId, jobId })
  })
}

async function save(
  { ids, tx }: { ids: Ids; tx: Transaction },
  job: JobToSave,
  { by, action }: { by: JobActor; action: AuditEntry['action'] },
): Promise<ManagedJob> {
  await saveJobs(tx, [job]).catch((thrown: unknown) => {
    throw constraintFault(thrown, {
      jobs_title_not_blank: wrongTitle,
      jobs_external_id_idx: externalIdTaken,
    })
  })
  const saved = await requireJob(tx, { companyId: job.companyId, jobId: job.id })
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: job.companyId,
    action,
    subject: { kind: 'job', id: job.id },
    details: { title: saved.title, status: saved.status, version: saved.version },
  })
  return saved
}

async function lockOpenJob(tx: Transaction, { companyId, jobId }: JobName): Promise<ManagedJob> {
  await tx
    .selectFrom('jobs')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', jobId)
    .forUpdate()
    .execute()
  const job = await requireJob(tx, { companyId, jobId })
  if (job.status === 'CLOSED' || job.status === 'EXPIRED') throw jobClosed()
  return job
}

async function requireJob(tx: Transaction, name: JobName): Promise<ManagedJob> {
  const job = await readJob(tx, name)
  if (!job) throw unknownJob()
  return job
}

async function readFacts(database: Queryable, text: string): Promise<JobFacts> {
  const specificityOf = await readSpecificity(database, distinctTerms(text))
  return readJobText(text, specificityOf)
}
