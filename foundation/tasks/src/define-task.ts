// A task's contract: what it is called, what it is given and how patiently it is tried. One file per kind, read by
// those who enqueue it and by the worker that does it; the work itself is the worker's.
import { Fault } from '@gatehouse/runtime/fault'
import type { z } from 'zod'

export type TaskKind<Input extends z.ZodType = z.ZodType> = {
  /** In lower case with dashes; it is stored with every task, so it is never renamed. */
  readonly name: string
  readonly input: Input
  readonly attemptsMax: number
  /** The wait doubles from attempt to attempt, up to the longest; half of it is chance. */
  readonly firstRetrySeconds: number
  readonly retrySecondsMax: number
  /** An attempt that takes longer is ended and counts as failed. */
  readonly timeLimitMs: number
  /** For so long a key cannot be used again, and the result can be read. */
  readonly keptDays: number
  /** At these times it is enqueued by itself, with the given input, once whatever the number of processes. */
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
      publicMessage: `'${definition.name}' is no name for a kind of task: use lower case and dashes.`,
    })
  }
  return { ...defaults, ...definition }
}

/** Where the tasks of all kinds end that failed for good; the engine keeps it as a queue. */
export const deadLetterQueue = 'dead-letters'
