// Where tasks are put in: in the transaction that causes them, so that there is neither a task without its cause nor a
// cause without its task.
import { createHash } from 'node:crypto'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { z } from 'zod'
import { type TaskKind, deadLetterQueue } from './define-task.ts'
import { type NewTask, createEngine } from './engine/create-engine.ts'
import type { TaskTransaction } from './engine/engine-database.ts'
import { type DepthRow, readDepths, readLines } from './engine/statements.ts'
import { assignTurns } from './fairness/assign-turns.ts'

export type TaskQueue = {
  enqueue<Input extends z.ZodType>(
    tx: TaskTransaction,
    kind: TaskKind<Input>,
    order: TaskOrder<Input>,
  ): Promise<EnqueuedTask>
  /** Many of one kind in two statements, however many. */
  enqueueAll<Input extends z.ZodType>(
    tx: TaskTransaction,
    kind: TaskKind<Input>,
    orders: readonly TaskOrder<Input>[],
  ): Promise<EnqueuedTask[]>
  /**
   * Does at once what the first `enqueue` would do on a connection of its own. For whoever opens many transactions at the
   * same time: if all connections are in one, that one would wait for them, and they for it.
   */
  prepare(): Promise<void>
  /** False if it is done, cancelled or unknown. One that runs is told within seconds, and its effect is refused at once. */
  cancel(tx: TaskTransaction, kind: TaskKind, taskId: string): Promise<boolean>
  /** How many wait and run, of each kind and of dead letters. */
  depths(): Promise<TaskDepth[]>
}

export type TaskDepth = DepthRow

export type TaskOrder<Input extends z.ZodType> = {
  input: z.input<Input>
  /** Whose task it is: companies take turns. */
  companyId?: string
  /** Two orders of a kind with the same key are one task. */
  key?: string
  notBefore?: Date
}

export type EnqueuedTask = {
  id: string
  /** False if there was one with this key already. */
  isNew: boolean
}

export type TaskQueueOptions = {
  /** For preparing the kinds; tasks themselves go into the caller's transaction. */
  postgres: Postgres
  logger: Logger
  ids: Ids
  kinds: readonly TaskKind[]
}

export function createTaskQueue({ postgres, logger, ids, kinds }: TaskQueueOptions): TaskQueue {
  const engine = createEngine({ postgres, logger })
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  let preparing: Promise<void> | undefined

  // Not at the start, when the database may be away. Whoever comes first does it for all.
  async function prepare(): Promise<void> {
    preparing ??= engine.prepare(kinds).catch((thrown: unknown) => {
      preparing = undefined
      throw thrown
    })
    await preparing
  }

  async function enqueueAll<Input extends z.ZodType>(
    tx: TaskTransaction,
    kind: TaskKind<Input>,
    orders: readonly TaskOrder<Input>[],
  ): Promise<EnqueuedTask[]> {
    if (orders.length === 0) return []
    if (known.get(kind.name) !== kind) throw unknownKind(kind.name)
    await prepare()
    const lines = await readLines(
      tx,
      kind.name,
      orders.map(({ companyId }) => companyId),
    )
    const turns = assignAll(lines, orders)
    const tasks = orders.map((order, index): NewTask => {
      // Stored as it was given: the worker parses it again, and a transform must not be applied twice.
      kind.input.parse(order.input)
      return {
        id: order.key === undefined ? ids.uuid() : idOfKey(kind.name, order.key),
        data: { input: order.input },
        companyId: order.companyId,
        turn: turns[index] ?? 0,
        notBefore: order.notBefore,
      }
    })
    // Two orders with one key in one call are one task as well.
    const distinct = [...new Map(tasks.map((task) => [task.id, task])).values()]
    const added = new Set(await engine.insert(tx, kind.name, distinct))
    return tasks.map(({ id }) => ({ id, isNew: added.delete(id) }))
  }

  return {
    enqueueAll,
    prepare,
    async enqueue(tx, kind, order) {
      const [enqueued] = await enqueueAll(tx, kind, [order])
      if (!enqueued) throw unknownKind(kind.name)
      return enqueued
    },
    cancel: (tx, kind, taskId) => engine.cancel(tx, kind.name, taskId),
    depths: () => readDepths(postgres, [...known.keys(), deadLetterQueue]),
  }
}

function assignAll(
  lines: Awaited<ReturnType<typeof readLines>>,
  orders: readonly { companyId?: string }[],
): number[] {
  const counts = new Map<string | undefined, number>()
  for (const { companyId } of orders) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  const turns = new Map(
    [...counts].map(([companyId, count]) => {
      const line = lines.get(companyId) ?? { frontTurn: undefined, lastTurn: undefined }
      return [companyId, assignTurns(line, count)[Symbol.iterator]()]
    }),
  )
  return orders.map(({ companyId }) => turns.get(companyId)?.next().value ?? 0)
}

/** A key is the task's id in another form, so that the engine itself sees the second one. UUID version 8: our own. */
export function idOfKey(kind: string, key: string): string {
  const hex = createHash('sha256').update(`${kind}\n${key}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function unknownKind(name: string): Fault {
  return new Fault({
    kind: 'internal',
    code: 'tasks.unknown_kind',
    publicMessage: `The kind of task '${name}' is not in this process's list.`,
  })
}
