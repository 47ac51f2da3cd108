// Enqueues tasks in the transaction that causes them, so that a task exists if and only if its cause was committed.
import { createHash } from 'node:crypto'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { activeTraceparent } from '@gatehouse/telemetry/spans'
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
  /** Enqueues any number of tasks of one kind in two statements. */
  enqueueAll<Input extends z.ZodType>(
    tx: TaskTransaction,
    kind: TaskKind<Input>,
    orders: readonly TaskOrder<Input>[],
  ): Promise<EnqueuedTask[]>
  /**
   * Does in advance what the first `enqueue` would do on a separate connection. Call it before opening many concurrent
   * transactions: if they hold every connection of the pool, the first `enqueue` would deadlock with them.
   */
  prepare(): Promise<void>
  /** Counts waiting and running tasks, per kind and for dead letters. */
  depths(): Promise<TaskDepth[]>
}

export type TaskDepth = DepthRow

export type TaskOrder<Input extends z.ZodType> = {
  input: z.input<Input>
  /** The group that the task belongs to; groups take turns. */
  groupId?: string
  /** Two orders of the same kind with the same key create only one task. */
  key?: string
  notBefore?: Date
}

export type EnqueuedTask = {
  id: string
  /** False if a task with this key already existed. */
  isNew: boolean
}

export type TaskQueueOptions = {
  /** Used to prepare the kinds and to count tasks; the tasks themselves are written in the caller's transaction. */
  postgres: Postgres
  logger: Logger
  ids: Ids
  kinds: readonly TaskKind[]
}

export function createTaskQueue({ postgres, logger, ids, kinds }: TaskQueueOptions): TaskQueue {
  const engine = createEngine({ postgres, logger })
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  let preparing: Promise<void> | undefined

  // Deferred until first use, because the database may be unreachable at start. Concurrent callers share one attempt.
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
      orders.map(({ groupId }) => groupId),
    )
    const turns = assignAll(lines, orders)
    const traceparent = activeTraceparent()
    const tasks = orders.map((order, index): NewTask => {
      // Stored unparsed: the worker parses it again, and a transform must not be applied twice.
      kind.input.parse(order.input)
      return {
        id: order.key === undefined ? ids.uuid() : idOfKey(kind.name, order.key),
        data: { input: order.input, ...(traceparent !== undefined && { traceparent }) },
        groupId: order.groupId,
        turn: turns[index] ?? 0,
        notBefore: order.notBefore,
      }
    })
    // Two orders with the same key in one call create only one task as well.
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
    depths: () => readDepths(postgres, [...known.keys(), deadLetterQueue]),
  }
}

function assignAll(
  lines: Awaited<ReturnType<typeof readLines>>,
  orders: readonly { groupId?: string }[],
): number[] {
  const counts = new Map<string | undefined, number>()
  for (const { groupId } of orders) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  const turns = new Map(
    [...counts].map(([groupId, count]) => {
      const line = lines.get(groupId) ?? { frontTurn: undefined, lastTurn: undefined }
      return [groupId, assignTurns(line, count)[Symbol.iterator]()]
    }),
  )
  return orders.map(({ groupId }) => turns.get(groupId)?.next().value ?? 0)
}

/**
 * Derives the task's id from its key, so that the engine itself detects a duplicate. Version 8 is the UUID version for
 * custom formats.
 */
export function idOfKey(kind: string, key: string): string {
  const hex = createHash('sha256').update(`${kind}\n${key}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function unknownKind(name: string): Fault {
  return new Fault({
    kind: 'internal',
    code: 'tasks.unknown_kind',
    publicMessage: `The task kind '${name}' is not in this process's list of kinds.`,
  })
}
