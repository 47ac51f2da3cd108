// The tasks of one group, for the people whose work they are: those that wait, run or have failed permanently.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { deadLetterQueue } from './define-task.ts'
import type { FailureRecord } from './engine/create-engine.ts'
import { attemptsIn, reasonIn } from './engine/statements.ts'

export const taskStates = ['WAITING', 'RUNNING', 'FAILED', 'DONE', 'CANCELLED'] as const
export type TaskState = (typeof taskStates)[number]

export type ListedTask = {
  /** Position in the list. Opaque to callers. */
  id: string
  taskId: string
  kind: string
  state: TaskState
  input: unknown
  /** The last step whose result is stored. */
  step: string | null
  /** Attempts that were begun; postponements do not count. */
  attempts: number
  /** Null unless the task is waiting. */
  nextTryAt: Date | null
  reason: FailureRecord | null
  enqueuedAt: Date
}

export type TaskQuery = {
  groupId: string
  kinds: readonly string[]
  state?: TaskState | undefined
  /** Only tasks whose input has this value, such as the id of a document. */
  inputValue?: string | undefined
  limit: number
  /** The `id` of the last task that the caller has seen. */
  after?: string | undefined
}

// Each part of the union is served by an index on queue and group; finished tasks have none and are not listed.
const listed = `
  select id, name as kind, data, state, retry_count, start_after, created_on, output
    from tasks.job_common where name = any($2) and group_id = $1 and state < 'active'
  union all
  select id, name, data, state, retry_count, start_after, created_on, output
    from tasks.job_common where name = any($2) and group_id = $1 and state = 'active'
  union all
  select source_id, source_name, data, 'failed', source_retry_count, start_after, source_created_on, source_output
    from tasks.job_common
   where name = '${deadLetterQueue}' and group_id = $1 and state < 'active' and source_name = any($2)`

const shownState = `case when t.state < 'active' then 'WAITING' when t.state = 'active' then 'RUNNING'
                         when t.state = 'completed' then 'DONE' when t.state = 'failed' then 'FAILED' else 'CANCELLED' end`

const columns = `
  t.id as "taskId", t.kind, ${shownState} as state, t.data -> 'input' as input,
  (select step from task_steps where task_id = t.id order by stored_at desc limit 1) as step,
  case when t.state = 'created' then 0 else ${attemptsIn('t.retry_count + 1')} end as attempts,
  case when t.state < 'active' then t.start_after end as "nextTryAt",
  ${reasonIn('t.output')} as reason, t.created_on as "enqueuedAt",
  (extract(epoch from t.created_on) * 1000000)::bigint || '.' || t.id as id`

/** Newest first. */
export async function listTasks(connection: Queryable, query: TaskQuery): Promise<ListedTask[]> {
  const { groupId, kinds, state, inputValue, limit, after } = query
  const { micros, taskId } = /^(?<micros>\d{1,18})\.(?<taskId>[0-9a-f-]{36})$/.exec(after ?? '')?.groups ?? {}
  if (after !== undefined && taskId === undefined) return []
  const { rows } = await connection.query<ListedTask>(
    `select ${columns} from (${listed}) as t
      where ($3::text is null or ${shownState} = $3)
        and ($5::bigint is null or ((extract(epoch from t.created_on) * 1000000)::bigint, t.id) < ($5::bigint, $6::uuid))
        and ($7::text is null or exists (select from jsonb_each_text(t.data -> 'input') where value = $7))
      order by t.created_on desc, t.id desc
      limit $4`,
    [groupId, [...kinds], state ?? null, limit, micros ?? null, taskId ?? null, inputValue ?? null],
  )
  return rows
}

/** Reads a task of the group in any state. Finished tasks are kept for some days. */
export async function readTask(
  connection: Queryable,
  { groupId, kinds, taskId }: Pick<TaskQuery, 'groupId' | 'kinds'> & { taskId: string },
): Promise<ListedTask | undefined> {
  const { rows } = await connection.query<ListedTask>(
    `select ${columns}
       from (select *, name as kind from tasks.job_common
              where name = any($2) and id = $3 and group_id = $1) as t`,
    [groupId, [...kinds], taskId],
  )
  return rows[0]
}
