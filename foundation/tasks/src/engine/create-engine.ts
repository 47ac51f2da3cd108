// The only file that uses pg-boss. It is used for what it does well: exclusive claims, retries with backoff, dead
// letters, cron and housekeeping, in tables that our own transactions can write to. Its worker loop is not used,
// because it holds a batch until the slowest task is done and cannot return a task to its queue.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type TaskKind, deadLetterQueue } from '../define-task.ts'
import { type TaskTransaction, toEngineDatabase } from './engine-database.ts'
import { engineErrorMessage, toEngineError } from './engine-error.ts'

export type Engine = {
  /** Creates or updates the queues of these kinds. */
  prepare(kinds: readonly TaskKind[]): Promise<void>
  /** Returns the ids of the tasks that did not exist yet. */
  insert(tx: TaskTransaction, kind: string, tasks: readonly NewTask[]): Promise<string[]>
  claim(kind: string, count: number): Promise<ClaimedTask[]>
  /** Returns the ids of the tasks that this worker still holds. */
  renew(kind: string, claims: readonly Claim[]): Promise<Set<string>>
  /** Returns false if the claim is lost: the transaction must then be rolled back. */
  complete(tx: TaskTransaction, claimed: KindClaim, result: unknown): Promise<boolean>
  fail(claimed: KindClaim, reason: FailureRecord, tx?: TaskTransaction): Promise<boolean>
  remove(tx: TaskTransaction, queue: string, ids: readonly string[]): Promise<void>
  /** Enqueues scheduled tasks, fails expired ones and deletes old ones, until it is stopped. */
  startHousekeeping(kinds: readonly TaskKind[]): Promise<Housekeeping>
}

export type Housekeeping = { stop(): Promise<void> }

/**
 * The attempt number is part of a claim: a worker that was presumed dead cannot finish a task that another has
 * restarted.
 */
type Claim = { id: string; attempt: number }
export type KindClaim = Claim & { kind: string }

export type ClaimedTask = Claim & { groupId: string | undefined; data: TaskData }

type TaskData = {
  input: unknown
  /** How often the task was replayed from the dead letters. */
  replays?: number
  /** How often the task was returned to its queue without using up an attempt. */
  postponed?: number
  /** Names the span in which the task was enqueued. */
  traceparent?: string
}

export type NewTask = {
  id: string
  data: TaskData
  groupId: string | undefined
  turn: number
  notBefore: Date | undefined
}

export type FailureRecord = { code: string; message: string }

export type EngineOptions = {
  postgres: Postgres
  logger: Logger
  /**
   * Interval at which housekeeping looks for expired and finished tasks, and upper limit of the interval for schedules.
   */
  housekeepingSeconds?: number
}

// The pg-boss group of tasks without a group. pg-boss indexes only tasks that have a group, so every task gets one.
export const noGroup = '-'
const secondsPerDay = 86_400
// Neither waiting tasks nor dead letters are ever discarded: an operator has to look at them.
const waitingDaysMax = 3_650

/** Version of the tables that the pinned pg-boss needs. */
export const engineSchemaVersion = 43

export function createEngine(options: EngineOptions): Engine {
  const { postgres } = options
  // This instance is never started: only its statements are used, so it opens neither timers nor connections.
  const boss = openBoss(options)
  return {
    prepare: (kinds) => prepareQueues(boss, kinds),
    async insert(tx, kind, tasks) {
      const jobs = tasks.map(toJob)
      const ids = await boss.insert(kind, jobs, { db: toEngineDatabase(tx), returnId: true })
      return ids ?? []
    },
    async claim(kind, count) {
      const jobs = await boss.fetch<TaskData>(kind, { batchSize: count })
      return jobs.map(({ id, retryCount, groupId, data }) => ({
        id,
        attempt: retryCount,
        groupId: groupId && groupId !== noGroup ? groupId : undefined,
        data,
      }))
    },
    async renew(kind, claims) {
      const response = await boss.touch(kind, claims.map(toAttempt))
      return new Set((response as CommandOutcome).settled)
    },
    async complete(tx, claimed, result) {
      const output = result === undefined ? null : { result }
      const response = await boss.complete(claimed.kind, toAttempt(claimed), output, {
        db: toEngineDatabase(tx),
      })
      return (response as CommandOutcome).affected === 1
    },
    async fail(claimed, reason, tx = postgres) {
      const response = await boss.fail(claimed.kind, toAttempt(claimed), reason, { db: toEngineDatabase(tx) })
      return (response as CommandOutcome).affected === 1
    },
    async remove(tx, queue, ids) {
      await boss.deleteJob(queue, [...ids], { db: toEngineDatabase(tx) })
    },
    startHousekeeping: (kinds) => startHousekeeping(options, kinds),
  }
}

/** What pg-boss returns, which its types omit. */
type CommandOutcome = { affected: number; settled?: string[] }

function openBoss({ postgres, logger, housekeepingSeconds = 60 }: EngineOptions): PgBoss {
  const boss = new PgBoss({
    db: toEngineDatabase(postgres),
    schema: 'tasks',
    // Our migrations create the tables. With `false` pg-boss refuses tables that are newer than itself, so no process
    // of the previous release could start after a migration; with `true` it accepts newer tables and does not change
    // them.
    migrate: true,
    cronMonitorIntervalSeconds: Math.min(10, housekeepingSeconds),
    cronWorkerIntervalSeconds: 2,
    superviseIntervalSeconds: housekeepingSeconds,
    // The engine deletes all old tasks in one statement. If that ran once a day (the default), the statement could
    // exceed the time limit of a connection, and the next day's would be larger still.
    maintenanceIntervalSeconds: Math.max(housekeepingSeconds, 3_600),
  })
  boss.on('error', (emitted) => logger.error(engineErrorMessage, { error: toEngineError(emitted) }))
  boss.on('warning', ({ message, data }) => logger.warn(message, { data }))
  return boss
}

/**
 * Reads the queues first: the engine creates and updates queues one by one, under a lock, which would delay every
 * start.
 */
async function prepareQueues(boss: PgBoss, kinds: readonly TaskKind[]): Promise<void> {
  const found = await boss.getQueues([deadLetterQueue, ...kinds.map(({ name }) => name)])
  const present = new Map(found.map((queue) => [queue.name, queue]))
  if (!present.has(deadLetterQueue)) await boss.createQueue(deadLetterQueue, { retentionSeconds })
  for (const kind of kinds) {
    const wanted = settingsOf(kind)
    const queue = present.get(kind.name)
    const differs = settingNames.some((name) => queue?.[name] !== wanted[name])
    if (!queue) await boss.createQueue(kind.name, wanted)
    else if (differs) await boss.updateQueue(kind.name, wanted)
    // Before the first use of a queue the engine looks it up on a separate connection. If every connection of the pool
    // were in a transaction, that lookup would never get one. This call fills the engine's cache in advance; no task
    // has this id.
    await boss.getJobById(kind.name, noId)
  }
}

const noId = '00000000-0000-0000-0000-000000000000'

const retentionSeconds = waitingDaysMax * secondsPerDay

const settingsOf = (kind: TaskKind) => ({
  retryLimit: kind.attemptsMax - 1,
  // With backoff the engine uses at least one second.
  retryDelay: Math.max(1, kind.firstRetrySeconds),
  retryBackoff: true,
  retryDelayMax: kind.retrySecondsMax,
  // The worker itself aborts an attempt that takes too long; this limit is for a worker that can no longer do so.
  expireInSeconds: Math.ceil(kind.timeLimitMs / 1_000) + 60,
  deleteAfterSeconds: kind.keptDays * secondsPerDay,
  retentionSeconds,
  deadLetter: deadLetterQueue,
})

const settingNames = [
  'retryLimit',
  'retryDelay',
  'retryBackoff',
  'retryDelayMax',
  'expireInSeconds',
  'deleteAfterSeconds',
  'retentionSeconds',
  'deadLetter',
] as const satisfies readonly (keyof ReturnType<typeof settingsOf>)[]

async function startHousekeeping(options: EngineOptions, kinds: readonly TaskKind[]): Promise<Housekeeping> {
  await assertMigrated(options.postgres)
  const boss = openBoss(options)
  try {
    await boss.start()
    await setSchedules(boss, kinds)
  } catch (thrown) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw thrown
  }
  return { stop: () => boss.stop({ graceful: false }) }
}

/**
 * Throws if our migrations have not created the tables that this release needs; the engine would otherwise create or
 * change them itself, outside the order of our migrations.
 */
async function assertMigrated(postgres: Postgres): Promise<void> {
  const { rows } = await postgres.query<{ version: number }>('select version from tasks.version')
  const version = rows[0]?.version ?? 0
  if (version >= engineSchemaVersion) return
  throw new Fault({
    kind: 'unavailable',
    code: 'tasks.not_migrated',
    publicMessage: 'The tables of the task engine are older than this release. Run gatehouse migrate.',
    context: { version, needed: engineSchemaVersion },
  })
}

async function setSchedules(boss: PgBoss, kinds: readonly TaskKind[]): Promise<void> {
  for (const { name, schedule } of kinds) {
    if (!schedule) {
      await boss.unschedule(name)
      continue
    }
    const {
      cron,
      input,
      timeZone = 'UTC',
    } = schedule as { cron: string; timeZone?: string; input: z.input<z.ZodType> }
    // However many occurrences were missed, the task runs once to catch up: an hourly sweep must not skip the hour of a
    // deployment.
    await boss.schedule(name, cron, { input }, { tz: timeZone, group: { id: noGroup }, missed: 'once' })
  }
}

function toJob({ id, data, groupId = noGroup, turn, notBefore }: NewTask) {
  return {
    id,
    data,
    group: { id: groupId },
    // pg-boss takes the highest priority first.
    priority: -turn,
    ...(notBefore ? { startAfter: notBefore } : {}),
  }
}

const toAttempt = ({ id, attempt }: Claim) => ({ id, retryCount: attempt })
