import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { RunningTask, StepWork } from '../handle-task.ts'
import type { z } from 'zod'

export type StoredSteps = {
  step: RunningTask['step']
  /** Deletes the steps; called in the transaction that completes the task. */
  forget(tx: Queryable): Promise<void>
}

type StepsOptions = {
  postgres: Postgres
  taskId: string
  signal: AbortSignal
  /** A task on its first attempt has no stored steps, so they are not read. */
  isFirstAttempt: boolean
}

export function createStoredSteps({ postgres, taskId, signal, isFirstAttempt }: StepsOptions): StoredSteps {
  let stored: Promise<Map<string, unknown>> | undefined = isFirstAttempt
    ? Promise.resolve(new Map<string, unknown>())
    : undefined
  let hasSteps = !isFirstAttempt

  async function step<Result>(
    name: string,
    result: z.ZodType<Result>,
    work: StepWork<Result>,
  ): Promise<Result> {
    signal.throwIfAborted()
    stored ??= readSteps(postgres, taskId)
    const known = await stored
    if (known.has(name)) return result.parse(known.get(name))
    const fresh = await work(`${taskId}:${name}`)
    hasSteps = true
    const kept = await storeStep(postgres, { taskId, name }, fresh)
    known.set(name, kept)
    return result.parse(kept)
  }

  return {
    step,
    async forget(tx) {
      if (hasSteps) await tx.query('delete from task_steps where task_id = $1', [taskId])
    },
  }
}

async function readSteps(postgres: Postgres, taskId: string): Promise<Map<string, unknown>> {
  const { rows } = await postgres.query<{ step: string; result: unknown }>(
    'select step, result from task_steps where task_id = $1',
    [taskId],
  )
  return new Map(rows.map((row) => [row.step, row.result]))
}

/** If two workers ran the same step, the first stored result wins for both. */
async function storeStep(
  postgres: Postgres,
  { taskId, name }: { taskId: string; name: string },
  result: unknown,
): Promise<unknown> {
  const { rows } = await postgres.query<{ result: unknown }>(
    `insert into task_steps (task_id, step, result) values ($1, $2, $3)
     on conflict (task_id, step) do update set result = task_steps.result returning result`,
    [taskId, name, JSON.stringify(result ?? null)],
  )
  return rows[0]?.result
}

/** Deletes old steps of tasks that never completed, such as dead letters that were not replayed. */
export async function sweepSteps(postgres: Postgres, olderThanDays: number): Promise<void> {
  await postgres.query(
    `delete from task_steps where (task_id, step) in (
       select task_id, step from task_steps where stored_at < now() - $1 * interval '1 day' limit 1000)`,
    [olderThanDays],
  )
}
