// Statements on the engine's tables for which it has no API. Each has its own test, so that an engine version with
// different tables is detected before it is deployed.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Line } from '../fairness/assign-turns.ts'
import { deadLetterQueue } from '../define-task.ts'
import { type FailureRecord, type KindClaim, noGroup } from './create-engine.ts'
import { type TaskTransaction, toEngineDatabase } from './engine-database.ts'

/** Returns, for each group, the turn being served and the last turn of the group's own waiting tasks. */
export async function readLines(
  tx: TaskTransaction,
  kind: string,
  groupIds: readonly (string | undefined)[],
): Promise<Map<string | undefined, Line>> {
  const { rows } = await toEngineDatabase(tx).executeSql(
    `select g.id,
            (select -priority from tasks.job_common
              where name = $1 and state < 'active' and not blocked and start_after <= now()
              order by priority desc limit 1) as front,
            (select -priority from tasks.job_common
              where name = $1 and group_id = g.id and state < 'active' and start_after <= now()
              order by priority limit 1) as last
       from unnest($2::text[]) g (id)`,
    [kind, [...new Set(groupIds)].map((id) => id ?? noGroup)],
  )
  return new Map(
    (rows as LineRow[]).map(({ id, front, last }) => [
      id === noGroup ? undefined : id,
      { frontTurn: front ?? undefined, lastTurn: last ?? undefined },
    ]),
  )
}

type LineRow = { id: string; front: number | null; last: number | null }

const countPostponed = `data = data || jsonb_build_object('postponed', coalesce((data ->> 'postponed')::int, 0) + 1)`

/** Attempts that were begun, without those that ended in a postponement. `claims` is an SQL expression. */
export function attemptsIn(claims: string): string {
  return `${claims} - coalesce((data ->> 'postponed')::int, 0)`
}

/**
 * The reason of a failure in the shape of a FailureRecord. The engine itself fails a task that its worker did not end in
 * time, with a reason of another shape. `output` is an SQL expression.
 */
export function reasonIn(output: string): string {
  return `case when ${output} ? 'value'
               then jsonb_build_object('code', 'tasks.expired', 'message', ${output} #>> '{value,message}')
               when ${output} ? 'code' then ${output} end`
}

/**
 * Returns the task to its queue as if it had not been tried. The next claim still gets a higher attempt number, because
 * that number keeps a late worker from finishing the task; so the limit of attempts is raised by one.
 */
export async function giveBack(
  tx: Queryable,
  { kind, id, attempt }: KindClaim,
  delayMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tasks.job_common
        set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null, ${countPostponed},
            start_after = now() + $4 * interval '1 millisecond'
      where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [kind, id, attempt, Math.round(delayMs)],
  )
  return rowCount === 1
}

/**
 * Makes postponed tasks and tasks that wait for a retry run immediately. Tasks that were enqueued with a start time and
 * have not been tried yet are not affected.
 */
export async function wakePostponed(
  tx: TaskTransaction,
  kinds: readonly string[],
  groupId: string,
): Promise<number> {
  const { rows } = await tx.query(
    `update tasks.job_common set start_after = now()
      where name = any($1) and group_id = $2 and state = 'retry' and start_after > now()
     returning id`,
    [[...kinds], groupId],
  )
  return rows.length
}

/** Makes this attempt the last one, so that failing it is final. */
export async function denyRetries(tx: Queryable, { kind, id, attempt }: KindClaim): Promise<void> {
  await tx.query(
    `update tasks.job_common set retry_limit = retry_count
      where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [kind, id, attempt],
  )
}

/** Returns true if the task failed permanently in this attempt. Call it in the transaction that failed the attempt. */
export async function isBuried(tx: Queryable, { kind, id, attempt }: KindClaim): Promise<boolean> {
  const { rows } = await tx.query(
    `select from tasks.job_common where name = $1 and id = $2 and state = 'failed' and retry_count = $3`,
    [kind, id, attempt],
  )
  return rows.length > 0
}

export type NamedTask = { groupId: string; kinds: readonly string[]; taskId: string }

// As long as the results of its steps.
const cancelledDaysMax = 90

/** The engine's own cancellation does not check the group, and keeps the task for no longer than a finished one. */
export async function cancelUnfinished(
  tx: Queryable,
  { groupId, kinds, taskId }: NamedTask,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tasks.job_common
        set state = 'cancelled', completed_on = now(), deletion_seconds = ${cancelledDaysMax} * 86400
      where name = any($1) and id = $2 and group_id = $3 and state < 'completed'`,
    [[...kinds], taskId, groupId],
  )
  return rowCount === 1
}

/** Returns the kind of the task, or undefined if it is not cancelled. */
export async function lockCancelled(
  tx: Queryable,
  { groupId, kinds, taskId }: NamedTask,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ kind: string }>(
    `select name as kind from tasks.job_common
      where name = any($1) and id = $2 and group_id = $3 and state = 'cancelled' for update`,
    [[...kinds], taskId, groupId],
  )
  return rows[0]?.kind
}

/**
 * Returns the task to its queue. Its attempt number is kept, so that a worker that has not noticed the cancellation yet
 * cannot finish it; the attempt that was cancelled is not counted.
 */
export async function resumeCancelled(
  tx: Queryable,
  { kind, id, turn }: { kind: string; id: string; turn: number },
): Promise<void> {
  await tx.query(
    `update tasks.job_common
        set state = case when started_on is null then 'created' else 'retry' end::tasks.job_state,
            retry_limit = retry_limit + case when started_on is null then 0 else 1 end,
            completed_on = null, heartbeat_on = null, start_after = now(), priority = -$3::integer,
            deletion_seconds = (select deletion_seconds from tasks.queue where name = $1)
      where name = $1 and id = $2 and state = 'cancelled'`,
    [kind, id, turn],
  )
}

export type SilenceLimits = {
  kinds: readonly string[]
  silentMs: number
  /**
   * No worker is considered dead until the database has been up for this long: before that no worker could send a
   * heartbeat.
   */
  calmMs: number
  /** A task that was claimed at least this often may itself be what kills its workers. */
  claimsForgiven: number
}

const isSilent = `state = 'active' and group_id is not null
        and heartbeat_on < now() - $2 * interval '1 millisecond'
        and pg_postmaster_start_time() < now() - $3 * interval '1 millisecond'`

/**
 * Takes back the tasks of workers that stopped sending heartbeats, in one statement, because a dying process leaves
 * many. This does not use up an attempt of the tasks, since they did not fail. Returns the number of tasks.
 */
export async function takeBackSilent(
  connection: Queryable,
  { kinds, silentMs, calmMs, claimsForgiven }: SilenceLimits,
): Promise<number> {
  const { rowCount } = await connection.query(
    `update tasks.job_common
        set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null, ${countPostponed},
            start_after = now() + random() * interval '1 second'
      where (name, id) in (
        select name, id from tasks.job_common
         where name = any($1) and ${isSilent} and retry_count < $4
         limit 1000 for update skip locked)`,
    [[...kinds], silentMs, calmMs, claimsForgiven],
  )
  return rowCount ?? 0
}

/** Returns tasks of silent workers that were claimed so often that they may be what kills their workers. */
export async function findSuspects(
  connection: Queryable,
  { kinds, silentMs, calmMs, claimsForgiven }: SilenceLimits,
): Promise<KindClaim[]> {
  const { rows } = await connection.query<{ kind: string; id: string; attempt: number }>(
    `select name as kind, id, retry_count as attempt from tasks.job_common
      where name = any($1) and ${isSilent} and retry_count >= $4
      limit 100`,
    [[...kinds], silentMs, calmMs, claimsForgiven],
  )
  return rows
}

export type DeadLetterRow = {
  deadId: string
  id: string
  kind: string
  groupId: string | null
  data: { input: unknown; replays?: number; postponed?: number }
  attempts: number
  reason: FailureRecord | null
  enqueuedAt: Date
  failedAt: Date
}

export type DeadLetterFilter = {
  kind?: string | undefined
  groupId?: string | undefined
  ids?: readonly string[] | undefined
  /** Only tasks that failed after this one. */
  afterId?: string | undefined
  /** Only tasks that failed before this time of the database, as Postgres writes it: a Date lacks its microseconds. */
  failedBefore?: string | undefined
  limit: number
  /** Locks the tasks and leaves out those that another transaction has locked, for a replay. */
  isLocking?: boolean | undefined
}

export async function readDeadLetters(
  connection: TaskTransaction,
  { kind, groupId, ids, afterId, failedBefore, limit, isLocking = false }: DeadLetterFilter,
): Promise<DeadLetterRow[]> {
  const { rows } = await connection.query(
    `select id as "deadId", source_id as id, source_name as kind, nullif(group_id, '${noGroup}') as "groupId",
            data, ${attemptsIn('source_retry_count + 1')} as attempts, ${reasonIn('source_output')} as reason,
            source_created_on as "enqueuedAt", created_on as "failedAt"
       from tasks.job_common
      where name = '${deadLetterQueue}' and state < 'active'
        and ($1::text is null or source_name = $1)
        and ($2::text is null or group_id = $2)
        and ($3::uuid[] is null or source_id = any($3))
        and ($5::uuid is null or (created_on, id) > (select seen.created_on, seen.id from tasks.job_common seen
              where seen.name = '${deadLetterQueue}' and seen.source_id = $5 order by seen.created_on desc limit 1))
        and ($6::timestamptz is null or created_on < $6)
      order by created_on, id
      limit $4
      ${isLocking ? 'for update skip locked' : ''}`,
    [kind ?? null, groupId ?? null, ids ? [...ids] : null, limit, afterId ?? null, failedBefore ?? null],
  )
  return rows as DeadLetterRow[]
}

export type DepthRow = { kind: string; waiting: number; running: number; oldestReadyMs: number | null }

// Counting a million waiting tasks would cost more than the figure is worth; beyond this limit the count is capped.
const countMax = 100_000

export async function readDepths(connection: Queryable, kinds: readonly string[]): Promise<DepthRow[]> {
  const { rows } = await connection.query<DepthRow>(
    `select k.name as kind, w.waiting, r.running, w."oldestReadyMs"
       from unnest($1::text[]) k (name)
      cross join lateral (
        select count(*)::int as waiting,
               (extract(epoch from now() - min(start_after) filter (where start_after <= now())) * 1000)::float8
                 as "oldestReadyMs"
          from (select start_after from tasks.job_common
                 where name = k.name and state < 'active' and not blocked limit $2) t) w
      cross join lateral (
        select count(*)::int as running
          from (select from tasks.job_common
                 where name = k.name and state = 'active' and group_id is not null limit $2) t) r`,
    [[...kinds], countMax],
  )
  return rows
}
