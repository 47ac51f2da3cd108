// The worker's side of a kind of task: what it runs, and how many at a time.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { z } from 'zod'
import type { TaskKind } from './define-task.ts'

export type RunningTask<Input extends z.ZodType = z.ZodType> = {
  readonly id: string
  readonly groupId: string | undefined
  readonly input: z.output<Input>
  /** Aborted when the task exceeds its time limit or is no longer held by this worker. */
  readonly signal: AbortSignal
  /**
   * Runs work whose result is stored before the next step begins and is reused when the task is retried. A worker that
   * dies before storing the result repeats the step, so the work receives an idempotency key that is the same each
   * time.
   */
  step<Result>(name: string, result: z.ZodType<Result>, work: StepWork<Result>): Promise<Result>
}

export type StepWork<Result> = (idempotencyKey: string) => Promise<Result>

/**
 * The task's effect, in the transaction that also completes the task: both happen, once, or neither. The return value
 * is stored as the task's result.
 */
export type TaskEffect = (tx: Queryable) => Promise<unknown>

export type TaskHandler<Input extends z.ZodType = z.ZodType> = {
  /** How many tasks of the kind one process runs concurrently. */
  concurrencyMax: number
  /** How many tasks may run at the moment, such as a breaker's `callsMax`; while it is 0, tasks wait in their queue. */
  allowedNow?: () => number
  work(task: RunningTask<Input>): Promise<TaskEffect | undefined>
}

export type HandledKind = { kind: TaskKind; handler: TaskHandler }

export function handleTask<Input extends z.ZodType>(
  kind: TaskKind<Input>,
  handler: TaskHandler<Input>,
): HandledKind {
  // The input is parsed with the kind's own schema before the handler sees it, so erasing its type here is safe.
  return { kind, handler }
}

/** Thrown by a task that cannot continue now through no fault of its own: it waits, and no attempt is counted. */
export class TaskPostponed extends Error {
  override readonly name = 'TaskPostponed'
  readonly delayMs: number

  constructor(reason: string, delayMs: number) {
    super(reason)
    this.delayMs = delayMs
  }
}
