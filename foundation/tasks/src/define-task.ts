// A task's contract: its name, its input and its retry policy. It is imported both by the code that enqueues the task
// and by the worker that runs it; the work itself belongs to the worker.
import { Fault } from '@gatehouse/runtime/fault'
import type { z } from 'zod'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    tasks:
      | 'tasks.bad_input'
      | 'tasks.bad_name'
      | 'tasks.expired'
      | 'tasks.not_migrated'
      | 'tasks.unknown_kind'
      | 'tasks.worker_died'
  }
}

export type TaskKind<Input extends z.ZodType = z.ZodType> = {
  /** Lower case with dashes. It is stored with every task, so it must never be renamed. */
  readonly name: string
  readonly input: Input
  readonly attemptsMax: number
  /** The delay doubles with each attempt, up to the maximum; half of it is random. */
  readonly firstRetrySeconds: number
  readonly retrySecondsMax: number
  /** An attempt that takes longer is aborted and counts as failed. */
  readonly timeLimitMs: number
  /** How long a finished task is kept. During this time its key cannot be reused, and its result can be read. */
  readonly keptDays: number
  /**
   * Enqueues the task automatically at these times with the given input, once regardless of the number of processes.
   */
  readonly schedule?: TaskSchedule<Input> | undefined
}

export type TaskSchedule<Input extends z.ZodType> = {
  cron: string
  timeZone?: string
  input: z.input<Input>
}

type TaskDefinition<Input extends z.ZodType> = Pick<TaskKind<Input>, 'name' | 'input'> &
  Partial<Omit<TaskKind<Input>, 'name' | 'input'>>

const defaults = {
  attemptsMax: 8,
  firstRetrySeconds: 2,
  retrySecondsMax: 600,
  timeLimitMs: 120_000,
  keptDays: 7,
}

const namePattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export function defineTask<Input extends z.ZodType>(definition: TaskDefinition<Input>): TaskKind<Input> {
  if (!namePattern.test(definition.name) || definition.name === deadLetterQueue) {
    throw new Fault({
      kind: 'internal',
      code: 'tasks.bad_name',
      publicMessage: `'${definition.name}' is not a valid task name: use lower case and dashes.`,
    })
  }
  return { ...defaults, ...definition }
}

/** The engine's queue for tasks of all kinds that failed permanently. */
export const deadLetterQueue = 'dead-letters'
