import type { BatchResult } from '../pipeline/match-store.ts'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { sql } from 'kysely'
import { leaseMs as defaultLeaseMs } from '../generator/create-generator.ts'
import { addRecentWork, addSnapshots, recentMinutes, sum } from '../generator/generator-status.ts'
import type { Batch, Claimed, GeneratorActor, GeneratorStore } from '../generator/generator-store.ts'
import { type BatchSizes, claimBatch } from './claim-batch.ts'
import { takeUnjudged } from './judge/judge-queue.ts'
import { leaveOutDeleted, requeueShortened, writeBatch } from './write-batch.ts'

type BatchRules = { ids: Ids; leaseMs?: number; batchSizes?: BatchSizes }

export type GeneratorStoreDeps = BatchRules & { shards: Shards }

const defaultBatchSizes: BatchSizes = { TALENT: 100, JOB: 10 }

// Counting ten million rows for a status page would cost more than the page is worth.
const waitingCountMax = 1_000_000

// Two batches of jobs: about as many as a process judges before it requeues the next ones.
const unjudgedTakenMax = 20

/** Each shard has its own generator: its state, its queue and its batches. */
export function createGeneratorStore({ shards, ...rules }: GeneratorStoreDeps): GeneratorStore {
  const stores = mapShards(shards, (postgres) => storeOfShard(postgres, rules))
  const ofEach = <Result>(ask: (store: GeneratorStore) => Promise<Result>) =>
    Promise.all(stores.all().map(ask))
  const anyOf = async (ask: (store: GeneratorStore) => Promise<boolean>) => (await ofEach(ask)).includes(true)
  return {
    start: (by) => anyOf((store) => store.start(by)),
    stop: (by) => anyOf((store) => store.stop(by)),
    startIfNew: (by) => anyOf((store) => store.startIfNew(by)),
    readSnapshot: async () => addSnapshots(await ofEach((store) => store.readSnapshot())),
    readRecentWork: async () => addRecentWork(await ofEach((store) => store.readRecentWork())),
    async claim(replica) {
      let last: Claimed = { kind: 'stopped' }
      for (const store of stores.all()) {
        const claimed = await store.claim(replica)
        if (claimed.kind === 'claimed') return claimed
        if (claimed.kind === 'idle') last = claimed
      }
      return last
    },
    takeUnjudged: async () => sum(await ofEach((store) => store.takeUnjudged())),
    extendLease: (batch) => stores.of(batch.companyId).extendLease(batch),
    finish: (batch, result, tookMs) => stores.of(batch.companyId).finish(batch, result, tookMs),
    giveUp: (batch, reason) => stores.of(batch.companyId).giveUp(batch, reason),
  }
}

function storeOfShard(postgres: Postgres, rules: BatchRules): GeneratorStore {
  const { ids, leaseMs = defaultLeaseMs, batchSizes = defaultBatchSizes } = rules
  const database = createDatabase<Tables>(postgres)
  return {
    start: (by) => setDesired(database, { ids, desired: 'RUNNING' }, by),
    stop: (by) => setDesired(database, { ids, desired: 'STOPPED' }, by),
    startIfNew: (by) => startIfNew(database, ids, by),
    async readSnapshot() {
      const { rows } = await postgres.query<SnapshotRow>({ ...snapshotStatement, values: [waitingCountMax] })
      const [row] = rows
      if (!row) throw new RangeError('the generator row is missing')
      return {
        desired: row.desired,
        uptimeSeconds: row.uptime_seconds,
        lastBatch: Number(row.last_batch),
        inHand: row.in_hand,
        waiting: row.waiting,
      }
    },
    async readRecentWork() {
      const { rows } = await postgres.query<RecentRow>({ ...recentStatement, values: [recentMinutes] })
      const [row] = rows
      return {
        matches: row?.matches ?? 0,
        errors: row?.errors ?? 0,
        tookMs: row?.took_ms ?? 0,
        lastFinishedAt: row?.last_finished_at ?? null,
      }
    },
    claim: (replica) => claimBatch(postgres, { id: ids.uuid(), replica, leaseMs, batchSizes }),
    takeUnjudged: () => takeUnjudged(postgres, unjudgedTakenMax),
    extendLease: (batch) => extendLease(postgres, batch, leaseMs),
    finish: (batch, result, tookMs) =>
      postgres.transaction((tx) => finishBatch({ ids, tx }, batch, { computed: result, tookMs })),
    giveUp: (batch, reason) =>
      postgres.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `update match_batches set given_up_at = now(), errors = case when $2 then 0 else subjects end
            where id = $1 and finished_at is null and given_up_at is null`,
          [batch.id, reason === 'interrupted'],
        )
        if (rowCount !== 1) return
        await tx.query(
          'update match_queue set batch_id = null, failures = failures + $2 where batch_id = $1',
          [batch.id, reason === 'subjects' ? 1 : 0],
        )
      }),
  }
}

async function finishBatch(
  { ids, tx }: { ids: Ids; tx: Queryable },
  batch: Batch,
  { computed, tookMs }: { computed: BatchResult; tookMs: number },
): Promise<boolean> {
  const { scored, failedIds } = computed
  if (!(await endBatch(tx, batch, { matches: scored, errors: failedIds.length, tookMs }))) return false
  const result = await leaveOutDeleted(tx, batch.companyId, computed)
  // Before the new facts replace those of the last match.
  await announceMatches({ ids, tx }, batch, result)
  await writeBatch(tx, batch.companyId, result)
  await requeueShortened(tx, batch.companyId, { computed, result })
  await settleQueue(tx, batch, failedIds)
  return true
}

/**
 * Reports jobs that are new or were changed. A job that is matched again, such as to be judged, is not reported, and
 * neither are new talents: each could change the matches of every job.
 */
async function announceMatches(
  { ids, tx }: { ids: Ids; tx: Queryable },
  { subject, companyId }: Batch,
  { jobs }: BatchResult,
): Promise<void> {
  if (subject !== 'JOB') return
  const { rows } = await tx.query<{ job_id: string; facts_hash: Buffer }>(
    'select job_id, facts_hash from job_index where company_id = $1 and job_id = any ($2)',
    [companyId, jobs.map(({ id }) => id)],
  )
  const matchedBefore = new Map(rows.map((row) => [row.job_id, row.facts_hash]))
  for (const { id: jobId, entry, matches } of jobs) {
    if (!entry || matchedBefore.get(jobId)?.equals(entry.factsHash)) continue
    const data = { jobId, matches: matches.length }
    await enqueueEvent(ids, tx, { companyId, type: 'match.ready', data })
  }
}

const subject = { kind: 'generator', id: 'match-score-generator' }

async function setDesired(
  database: Database,
  { ids, desired }: { ids: Ids; desired: 'RUNNING' | 'STOPPED' },
  by: GeneratorActor,
): Promise<boolean> {
  return database.transaction().execute((tx) => changeDesired({ ids, tx }, desired, by))
}

/** Starts the generator if the audit log, which contains every start and stop, has no entry for it. */
async function startIfNew(database: Database, ids: Ids, by: GeneratorActor): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    // Replicas that start concurrently wait for this lock, and the second one then finds the audit entry of the
    // first.
    await tx.selectFrom('match_generator').select('desired').forUpdate().execute()
    const change = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('company_id', 'is', null)
      .where('subject_kind', '=', subject.kind)
      .where('subject_id', '=', subject.id)
      .limit(1)
      .executeTakeFirst()
    return change === undefined && (await changeDesired({ ids, tx }, 'RUNNING', by))
  })
}

/** Starting a running generator is a no-op, so the uptime counts from the last change from stopped to running. */
async function changeDesired(
  { ids, tx }: { ids: Ids; tx: Transaction },
  desired: 'RUNNING' | 'STOPPED',
  { kind, id, requestId }: GeneratorActor,
): Promise<boolean> {
  const changed = await tx
    .updateTable('match_generator')
    .set({ desired, started_at: desired === 'RUNNING' ? sql`now()` : null })
    .where('desired', '<>', desired)
    .returning('is_only')
    .executeTakeFirst()
  if (!changed) return false
  await recordAuditEntry(ids, tx, {
    companyId: null,
    actor: { kind, id },
    action: desired === 'RUNNING' ? 'generator.start' : 'generator.stop',
    subject,
    ...(requestId === undefined ? {} : { requestId }),
  })
  return true
}

type SnapshotRow = {
  desired: 'RUNNING' | 'STOPPED'
  uptime_seconds: number
  last_batch: bigint
  in_hand: number
  waiting: number
}

const snapshotStatement = {
  name: 'read-generator',
  text: `
    select desired, last_batch,
           coalesce(floor(extract(epoch from clock_timestamp() - started_at)), 0)::int as uptime_seconds,
           (select count(*) from match_batches
             where finished_at is null and given_up_at is null and leased_until > clock_timestamp())::int as in_hand,
           (select count(*) from (select from match_queue where batch_id is null and failures < 5 limit $1) w)::int as waiting
      from match_generator`,
}

type RecentRow = { matches: number; errors: number; took_ms: number; last_finished_at: Date | null }

export const recentStatement = {
  name: 'read-generator-work',
  text: `
    select coalesce(sum(matches), 0)::int as matches, coalesce(sum(errors), 0)::int as errors,
           coalesce(sum(took_ms), 0)::int as took_ms,
           (select max(finished_at) from match_batches) as last_finished_at
      from match_batches
     where finished_at > now() - make_interval(mins => $1)
        or (finished_at is null and given_up_at > now() - make_interval(mins => $1))`,
}

async function extendLease(postgres: Queryable, { id }: Batch, leaseMs: number): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `update match_batches set leased_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      where id = $1 and finished_at is null and given_up_at is null`,
    [id, leaseMs],
  )
  return rowCount === 1
}

/**
 * Runs first in its transaction. A concurrent give-up waits for this row; if the give-up came first, nothing is
 * written.
 */
async function endBatch(
  tx: Queryable,
  { id }: Batch,
  { matches, errors, tookMs }: { matches: number; errors: number; tookMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update match_batches set finished_at = clock_timestamp(), matches = $2, errors = $3, took_ms = $4
      where id = $1 and finished_at is null and given_up_at is null`,
    [id, matches, errors, tookMs],
  )
  return rowCount === 1
}

/** Requeues subjects that changed while the batch was running, and failed subjects with one more failure. */
async function settleQueue(
  tx: Queryable,
  { id, companyId }: Batch,
  failedIds: readonly string[],
): Promise<void> {
  // A transaction that queues several subjects locks them in this order.
  await tx.query(
    'select from match_queue where company_id = $1 and batch_id = $2 order by subject_id for update',
    [companyId, id],
  )
  await tx.query(
    `delete from match_queue where batch_id = $1 and version = claimed_version and subject_id <> all ($2)`,
    [id, failedIds],
  )
  await tx.query(
    `update match_queue
        set batch_id = null, failures = failures + case when subject_id = any ($2) then 1 else 0 end
      where batch_id = $1`,
    [id, failedIds],
  )
}
