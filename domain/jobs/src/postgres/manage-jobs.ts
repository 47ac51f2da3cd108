// Creates, changes and closes jobs on behalf of people. Rules read the text, a person's corrections are applied, and the
// facts that follow are saved with the job, so that matching starts with the commit; every change writes an audit entry.
import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { sql } from 'kysely'
import { type CorrectionsChange, changeCorrections } from '../corrections/change-corrections.ts'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import { externalIdTaken, jobChanged, jobClosed, jobExpired, unknownJob, wrongTitle } from '../job-faults.ts'
import { composeJobText, withoutTitle } from '../job-text.ts'
import { parseJobTask } from '../parse-job-task.ts'
import type { JobMetadata } from '../metadata.ts'
import type { JobPosting } from '../posting.ts'
import { readPosting } from '../read/read-posting.ts'
import { deriveFacts } from './derive-facts.ts'
import { type ManagedJob, readJob } from './list-jobs.ts'
import { type JobToSave, saveJobs, setJobStatus } from './save-jobs.ts'

export type ManageJobsDeps = {
  databases: Shards<Database>
  ids: Ids
  /** Created once per process. */
  names: RuleVocabulary
  /** Queue of `parse-job`; undefined where no model completes what rules read, as in seeds. */
  jobQueue: TaskQueue | undefined
}
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
  metadata: JobMetadata | null
  corrections: CorrectionsChange | null
}

export async function createJob(deps: ManageJobsDeps, job: NewJob, by: JobActor): Promise<ManagedJob> {
  const title = job.title.trim()
  const descriptionText = composeJobText(title, job.descriptionText)
  const posting = readPosting(descriptionText, deps.names)
  const corrections = job.corrections ? changeCorrections({}, job.corrections, posting) : {}
  const database = deps.databases.of(job.companyId)
  const facts = await deriveFacts(database, posting, corrections)
  await deps.jobQueue?.prepare()
  return database.transaction().execute(async (tx) => {
    const id = deps.ids.uuid()
    const toSave = { ...job, id, title, descriptionText, posting, corrections, facts }
    const saved = await save({ ...deps, tx }, toSave, { by, action: 'job.create' })
    await enqueueParse(deps, tx, saved)
    return saved
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
  await deps.jobQueue?.prepare()
  return deps.databases
    .of(name.companyId)
    .transaction()
    .execute(async (tx) => {
      const job = await lockOpenJob(tx, name, change.closesAt)
      if (change.version !== null && change.version !== job.version) throw jobChanged()
      const title = change.title?.trim() ?? job.title
      const text = withoutTitle(job.title, change.descriptionText ?? job.descriptionText)
      const descriptionText = composeJobText(title, text)
      const isSameText = descriptionText === job.descriptionText
      const before = job.posting ?? readPosting(job.descriptionText, deps.names)
      // A model may have completed what was read, so an unchanged text is not read again.
      const posting = isSameText ? before : readPosting(descriptionText, deps.names)
      const corrections = correctionsOf(job, change, before)
      const changed: JobToSave = {
        companyId: job.companyId,
        id: job.id,
        title,
        // A later closing date opens an expired job again.
        status: change.status ?? (job.status === 'EXPIRED' ? 'ACTIVE' : job.status),
        descriptionText,
        posting,
        corrections,
        metadata: change.metadata,
        // On the same connection: if every connection of the pool were in such a transaction, none would be left for a
        // second query.
        facts: await deriveFacts(tx, posting, corrections),
        externalId: change.externalId,
        closesAt: change.closesAt,
      }
      const saved = await save({ ...deps, tx }, changed, { by, action: 'job.update' })
      if (!isSameText) await enqueueParse(deps, tx, saved)
      return saved
    })
}

/** Each text is parsed once: a task belongs to the version that brought it. */
async function enqueueParse(
  { jobQueue }: ManageJobsDeps,
  tx: Transaction,
  { companyId, id, version }: ManagedJob,
): Promise<void> {
  const input = { companyId, jobId: id }
  await jobQueue?.enqueue(tx, parseJobTask, { input, groupId: companyId, key: `${id}:${version}` })
}

/** The change names requirements as the caller has read them: before the text changes. */
function correctionsOf(job: ManagedJob, { corrections }: JobChange, read: JobPosting): JobCorrections {
  return corrections ? changeCorrections(job.corrections, corrections, read) : job.corrections
}

/** Closes a job; matching then deletes its matches. Closing a closed job is a no-op. */
export async function closeJob(
  { databases, ids }: Pick<ManageJobsDeps, 'databases' | 'ids'>,
  { companyId, jobId }: JobName,
  by: JobActor,
): Promise<ManagedJob> {
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
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

async function lockOpenJob(
  tx: Transaction,
  { companyId, jobId }: JobName,
  newClosesAt: Date | null | undefined,
): Promise<ManagedJob> {
  const lock = await tx
    .selectFrom('jobs')
    .select(sql<boolean | null>`${newClosesAt ?? null}::timestamptz > now()`.as('is_reopened'))
    .where('company_id', '=', companyId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
  const job = await requireJob(tx, { companyId, jobId })
  if (job.status === 'CLOSED') throw jobClosed()
  if (job.status === 'EXPIRED' && lock?.is_reopened !== true) throw jobExpired()
  return job
}

async function requireJob(tx: Transaction, name: JobName): Promise<ManagedJob> {
  const job = await readJob(tx, name)
  if (!job) throw unknownJob()
  return job
}
