// What a worker does for a kind of task.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { z } from 'zod'
import type { TaskKind } from './define-task.ts'

export type RunningTask<Input extends z.ZodType = z.ZodType> = {
  readonly id: string
  readonly companyId: string | undefined
  readonly input: z.output<Input>
  /** Aborted when the task is cancelled, takes too long, or is no longer this worker's. */
  readonly signal: AbortSignal
  /**
   * Work whose result is stored before the next step begins and is read back when the task is tried again. A worker
   * that dies between the two does it again, so whoever is called gets a key, the same each time, to know a repeat by.
   */
  step<Result>(name: string, result: z.ZodType<Result>, work: StepWork<Result>): Promise<Result>
}

export type StepWork<Result> = (idempotencyKey: string) => Promise<Result>

/**
 * The task's effect, in the transaction that also finishes it: both happen, once, or neither. What it returns is stored
 * as the task's result.
 */
export type TaskEffect = (tx: Queryable) => Promise<unknown>

export type TaskHandler<Input extends z.ZodType = z.ZodType> = {
  /** How many of the kind one process does at once. */
  concurrencyMax: number
  /** How many may go on at the moment, such as a breaker's; while it is 0, tasks wait in their queue. */
  allowedNow?: () => number
  work(task: RunningTask<Input>): Promise<TaskEffect | undefined>
}

export type HandledKind = { kind: TaskKind; handler: TaskHandler }

export function handleTask<Input extends z.ZodType>(
  kind: TaskKind<Input>,
  handler: TaskHandler<Input>,
): HandledKind {
  // The input is parsed with the kind's own schema before the handler sees it, so forgetting its type here is safe.
  return { kind, handler }
}
