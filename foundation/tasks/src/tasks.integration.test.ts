import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cancelTask, resumeTask } from './cancel-task.ts'
import { createDeadLetters } from './dead-letters.ts'
import { defineTask } from './define-task.ts'
import { noGroup } from './engine/create-engine.ts'
import { type RunningTask, type TaskHandler, TaskPostponed, handleTask } from './handle-task.ts'
import { readTask } from './list-tasks.ts'
import { wakeTasks } from './wake-tasks.ts'
import { openTestQueue, startTestWorker, testIds, testLogger } from './testing/start-test-tasks.ts'

let opened: OpenTestDatabase
beforeAll(async () => {
  opened = await openTestDatabase({ poolSizeMax: 12 })
  // There is no primary key on purpose: a duplicate effect must show.
  await opened.postgres.query('create table effects (task_id uuid not null, note text)')
})
afterAll(() => opened[Symbol.asyncDispose]())

let kindCount = 0
/** Each test has its own kind, because the tests share a database. */
function setUp(
  work: (task: RunningTask) => Promise<string>,
  options: { attemptsMax?: number; timeLimitMs?: number } & Partial<TaskHandler> = {},
) {
  const { attemptsMax = 3, timeLimitMs = 60_000, ...rest } = options
  const kind = defineTask({
    name: `test-${(kindCount += 1)}`,
    input: z.object({ note: z.string().default('') }),
    firstRetrySeconds: 0,
    retrySecondsMax: 1,
    attemptsMax,
    timeLimitMs,
  })
  const handled = [
    handleTask(kind, {
      concurrencyMax: 4,
      ...rest,
      async work(task) {
        const note = await work(task)
        return async (tx) => {
          await tx.query('insert into effects (task_id, note) values ($1, $2)', [task.id, note])
          return { note }
        }
      },
    }),
  ]
  const queue = openTestQueue(opened.postgres, handled)
  const enqueue = (key?: string) =>
    opened.postgres.transaction((tx) => queue.enqueue(tx, kind, { input: {}, ...(key ? { key } : {}) }))
  return { kind, handled, queue, enqueue }
}

async function effectsOf(taskId: string): Promise<string[]> {
  const { rows } = await opened.postgres.query<{ note: string }>(
    'select note from effects where task_id = $1',
    [taskId],
  )
  return rows.map(({ note }) => note)
}

async function stateOf(taskId: string) {
  const { rows } = await opened.postgres.query<{ state: string; attempt: number; output: unknown }>(
    `select state::text, retry_count as attempt, output from tasks.job where id = $1`,
    [taskId],
  )
  return rows[0]
}

const untilState = (taskId: string, state: string) =>
  waitUntil(async () => (await stateOf(taskId))?.state === state, { withinMs: 30_000, what: state })

test('a task exists exactly if the transaction that caused it was committed', async () => {
  const { kind, handled, queue } = setUp(async () => 'done')
  const ids: string[] = []
  const note = async (tx: Parameters<typeof queue.enqueue>[0]) => {
    const { id } = await queue.enqueue(tx, kind, { input: {}, groupId: testIds.uuid() })
    ids.push(id)
  }
  const undo = new Error('undo')
  await expect(opened.postgres.transaction((tx) => note(tx).then(() => Promise.reject(undo)))).rejects.toBe(
    undo,
  )
  const inKysely = opened.database.transaction().execute(async (tx) => {
    await note(tx)
    throw undo
  })
  await expect(inKysely).rejects.toBe(undo)
  await opened.database.transaction().execute(note)
  await opened.postgres.transaction(note)
  await using _worker = startTestWorker(opened.postgres, handled)
  await Promise.all(ids.slice(2).map((id) => untilState(id, 'completed')))
  expect(await Promise.all(ids.map(effectsOf))).toEqual([[], [], ['done'], ['done']])
  expect((await stateOf(ids[3] ?? ''))?.output).toEqual({ result: { note: 'done' } })
})

test('two orders with the same key are one task, from concurrent processes and after it is done', async () => {
  const { handled, enqueue } = setUp(async () => 'done')
  const [first, second] = await Promise.all([enqueue('mail 1'), enqueue('mail 1')])
  expect(first.id).toBe(second.id)
  expect(first.isNew).not.toBe(second.isNew)
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(first.id, 'completed')
  expect(await enqueue('mail 1')).toEqual({ id: first.id, isNew: false })
  expect(await effectsOf(first.id)).toEqual(['done'])
})

test('a failed attempt has no effect; the next one resumes from the stored step', async () => {
  const calls: string[] = []
  let attempts = 0
  const { handled, enqueue } = setUp(async (task) => {
    attempts += 1
    const paid = await task.step('judge', z.object({ verdict: z.string() }), async (idempotencyKey) => {
      calls.push(idempotencyKey)
      return { verdict: 'fits' }
    })
    if (attempts === 1) throw new Error('after the call')
    return paid.verdict
  })
  const { id } = await enqueue()
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'completed')
  expect(attempts).toBe(2)
  expect(calls).toEqual([`${id}:judge`])
  expect(await effectsOf(id)).toEqual(['fits'])
  const { rows } = await opened.postgres.query('select from task_steps where task_id = $1', [id])
  expect(rows).toEqual([])
})

test('a dead letter is listed, and replayed without paying for its steps again', async () => {
  let isMended = false
  let calls = 0
  const { kind, handled, enqueue } = setUp(
    async (task) => {
      await task.step('judge', z.number(), async () => (calls += 1))
      if (!isMended) throw new Error('the index is missing')
      return 'mended'
    },
    { attemptsMax: 2 },
  )
  const { id } = await enqueue()
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'failed')
  const letters = createDeadLetters({ postgres: opened.postgres, logger: testLogger })
  expect(await letters.list({ kind: kind.name })).toMatchObject([
    { id, kind: kind.name, attempts: 2, input: {}, reason: { message: 'the index is missing' } },
  ])
  isMended = true
  const replayed = await opened.postgres.transaction((tx) => letters.replay(tx, { kind: kind.name }))
  expect(replayed).toMatchObject([{ id, kind: kind.name }])
  await untilState(id, 'completed')
  expect(await letters.list({ kind: kind.name })).toEqual([])
  expect(calls).toBe(1)
  expect(await effectsOf(id)).toEqual(['mended'])
})

test('a permanent failure becomes a dead letter at the first attempt', async () => {
  let attempts = 0
  const { kind, handled, enqueue } = setUp(async () => {
    attempts += 1
    throw new Fault({ kind: 'invalid', code: 'test.not_a_cv', publicMessage: 'This is not a CV.' })
  })
  const { id } = await enqueue()
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'failed')
  expect(attempts).toBe(1)
  const letters = createDeadLetters({ postgres: opened.postgres, logger: testLogger })
  expect(await letters.list({ kind: kind.name })).toMatchObject([{ id, reason: { code: 'test.not_a_cv' } }])
})

test('the attempt that was the last one counts as buried, and is logged as an error', async () => {
  const lines: string[] = []
  const outcomes: string[] = []
  const { handled, enqueue } = setUp(
    async () => {
      throw new Error('the index is missing')
    },
    { attemptsMax: 2 },
  )
  const metrics = createMetrics('test')
  const buried = async () => /attempts_total\{.*outcome="buried".*\} (\d+)/.exec(await metrics.metrics())?.[1]
  await using _worker = startTestWorker(opened.postgres, handled, {
    metrics,
    logger: createLogger({
      service: 'test',
      level: 'warn',
      sinks: [{ write: (line) => void lines.push(line) }],
    }),
    onAttemptEnd: ({ outcome }) => void outcomes.push(outcome),
  })
  // Without the 0 Prometheus would not see the first one as an increase.
  expect(await buried()).toBe('0')
  const { id } = await enqueue()
  await waitUntil(() => outcomes.length === 2, { withinMs: 30_000, what: 'both attempts' })
  expect((await stateOf(id))?.state).toBe('failed')
  expect(outcomes).toEqual(['retried', 'buried'])
  expect(await buried()).toBe('1')
  const entries = lines.map((line): unknown => JSON.parse(line))
  expect(entries).toMatchObject([
    { level: 'warn', message: 'task attempt failed', context: { attempt: 1 } },
    { level: 'warn', message: 'task attempt failed', context: { attempt: 2 } },
    { level: 'error', message: 'task failed permanently', context: { attempt: 2, task_id: id } },
  ])
})

test('postponing costs no attempt', async () => {
  let attempts = 0
  const { kind, handled, enqueue } = setUp(
    async () => {
      attempts += 1
      if (attempts <= 4) throw new TaskPostponed('not yet', 1)
      // The four postponed runs did not count, so this is the first of two attempts.
      if (attempts === 5) throw new Error('a real failure')
      return 'at last'
    },
    { attemptsMax: 2 },
  )
  const { id } = await enqueue()
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'completed')
  expect(await effectsOf(id)).toEqual(['at last'])
  const task = await readTask(opened.postgres, { groupId: noGroup, kinds: [kind.name], taskId: id })
  expect(task).toMatchObject({ state: 'DONE', attempts: 2 })
})

test("waking a group retries its postponed tasks immediately, and no other group's", async () => {
  let isReady = false
  const { kind, handled, queue } = setUp(async () => {
    if (!isReady) throw new TaskPostponed('not yet', 3_600_000)
    return 'at last'
  })
  const [groupId, otherId] = [testIds.uuid(), testIds.uuid()]
  const enqueue = (owner: string) =>
    opened.postgres.transaction((tx) => queue.enqueue(tx, kind, { input: {}, groupId: owner }))
  const [{ id }, { id: otherTask }] = [await enqueue(groupId), await enqueue(otherId)]
  await using _worker = startTestWorker(opened.postgres, handled)
  await Promise.all([untilState(id, 'retry'), untilState(otherTask, 'retry')])
  isReady = true
  expect(await opened.postgres.transaction((tx) => wakeTasks(tx, [kind], groupId))).toBe(1)
  await untilState(id, 'completed')
  expect(await stateOf(otherTask)).toMatchObject({ state: 'retry' })
})

test('while the handler allows nothing, tasks wait in their queue', async () => {
  let allowed = 0
  let started = 0
  const { kind, handled, enqueue } = setUp(
    async () => {
      started += 1
      return 'done'
    },
    { allowedNow: () => allowed },
  )
  const { id } = await enqueue()
  await using worker = startTestWorker(opened.postgres, handled)
  await waitUntil(() => worker.status(kind.name).state === 'waiting', { withinMs: 30_000, what: 'it waits' })
  expect([started, (await stateOf(id))?.state]).toEqual([0, 'created'])
  allowed = 1
  await untilState(id, 'completed')
})

test('queue depths include a task that has waited for months', async () => {
  const { kind, queue, enqueue } = setUp(async () => 'never done')
  const { id } = await enqueue()
  await enqueue()
  await opened.postgres.query(
    `update tasks.job set start_after = now() - interval '90 days' where name = $1 and id = $2`,
    [kind.name, id],
  )
  const depths = await queue.depths()
  expect(depths[0]).toMatchObject({ kind: kind.name, waiting: 2, running: 0 })
  expect(depths[0]?.oldestReadyMs).toBeGreaterThan(89 * 86_400_000)
  expect(depths[1]).toMatchObject({ kind: 'dead-letters', waiting: expect.any(Number) as number })
})

test('a running task that the engine cancels is aborted, and its effect is refused', async () => {
  const isAborted = Promise.withResolvers<unknown>()
  const { kind, handled, enqueue } = setUp(async (task) => {
    task.signal.addEventListener('abort', () => isAborted.resolve(task.signal.reason))
    await isAborted.promise
    return 'too late'
  })
  const { id } = await enqueue()
  await using worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'active')
  await opened.postgres.query(`update tasks.job set state = 'cancelled' where id = $1`, [id])
  await isAborted.promise
  await waitUntil(() => worker.status(kind.name).running === 0, { withinMs: 30_000, what: 'it has ended' })
  expect(await effectsOf(id)).toEqual([])
  expect((await stateOf(id))?.state).toBe('cancelled')
})

test('a cancelled task that is resumed is done once, although the cancelled attempt still runs', async () => {
  const groupId = testIds.uuid()
  const late = Promise.withResolvers<string>()
  let attempts = 0
  const { kind, handled, queue } = setUp(() => ((attempts += 1) === 1 ? late.promise : Promise.resolve('ok')))
  const { id } = await opened.postgres.transaction((tx) => queue.enqueue(tx, kind, { input: {}, groupId }))
  const name = { groupId, kinds: [kind.name], taskId: id }
  // Without heartbeats the worker does not notice the cancellation, and its attempt goes on.
  await using worker = startTestWorker(opened.postgres, handled, { renewMs: 60_000, silentMs: 600_000 })
  await untilState(id, 'active')
  expect(await cancelTask(opened.postgres, { ...name, groupId: testIds.uuid() })).toBe(false)
  expect(await cancelTask(opened.postgres, name)).toBe(true)
  expect(await cancelTask(opened.postgres, name)).toBe(false)
  expect(await opened.postgres.transaction((tx) => resumeTask(tx, name))).toBe(true)
  expect(await opened.postgres.transaction((tx) => resumeTask(tx, name))).toBe(false)
  await untilState(id, 'completed')
  late.resolve('too late')
  await waitUntil(() => worker.status(kind.name).running === 0, { withinMs: 30_000, what: 'it has ended' })
  expect(await effectsOf(id)).toEqual(['ok'])
  expect(await cancelTask(opened.postgres, name)).toBe(false)
})

test('a worker presumed dead cannot finish a task that another has restarted', async () => {
  const released = Promise.withResolvers<void>()
  let attempts = 0
  const { kind, handled, enqueue } = setUp(async () => {
    attempts += 1
    if (attempts > 1) return 'second'
    await released.promise
    return 'first'
  })
  const { id } = await enqueue()
  // This worker sends no heartbeat during the test.
  await using silent = startTestWorker(opened.postgres, handled, { renewMs: 3_600_000 })
  await untilState(id, 'active')
  await using _other = startTestWorker(opened.postgres, handled)
  await untilState(id, 'completed')
  released.resolve()
  await waitUntil(() => silent.status(kind.name).running === 0, {
    withinMs: 30_000,
    what: 'the first has ended',
  })
  expect(await effectsOf(id)).toEqual(['second'])
})

test('the death of its worker costs a task no attempt, until too many workers have died', async () => {
  const { handled, enqueue } = setUp(async () => 'done', { attemptsMax: 1 })
  const [unlucky, deadly] = [await enqueue(), await enqueue()]
  const leaveBehind = (id: string, claims: number) =>
    opened.postgres.query(
      `update tasks.job_common set state = 'active', started_on = now(), retry_count = $2,
              heartbeat_on = now() - interval '1 hour' where id = $1`,
      [id, claims],
    )
  await leaveBehind(unlucky.id, 5)
  await leaveBehind(deadly.id, 20)
  await using _worker = startTestWorker(opened.postgres, handled)
  await Promise.all([untilState(unlucky.id, 'completed'), untilState(deadly.id, 'failed')])
  expect([await effectsOf(unlucky.id), await effectsOf(deadly.id)]).toEqual([['done'], []])
})

test('an attempt that exceeds its time limit is aborted and retried', async () => {
  let attempts = 0
  const { handled, enqueue } = setUp(
    async () => {
      attempts += 1
      if (attempts === 1) await new Promise<never>(() => undefined)
      return 'in time'
    },
    { timeLimitMs: 200 },
  )
  const { id } = await enqueue()
  await using _worker = startTestWorker(opened.postgres, handled)
  await untilState(id, 'completed')
  expect(await effectsOf(id)).toEqual(['in time'])
})

test('a drain waits for running tasks, returns unfinished ones to their queue, and counts no attempt', async () => {
  const quick = Promise.withResolvers<void>()
  let isFirst = true
  const { handled, enqueue } = setUp(
    async (task) => {
      if (task.id === slowId && isFirst) await new Promise<never>(() => undefined)
      if (isFirst) await quick.promise
      return 'done'
    },
    { attemptsMax: 1 },
  )
  const [slow, fast] = [await enqueue(), await enqueue()]
  const slowId = slow.id
  const worker = startTestWorker(opened.postgres, handled)
  await Promise.all([untilState(slow.id, 'active'), untilState(fast.id, 'active')])
  const drained = worker.drain({ graceMs: 500 })
  const late = await enqueue()
  quick.resolve()
  expect(await drained).toEqual({ givenBack: 1 })
  expect((await stateOf(fast.id))?.state).toBe('completed')
  expect((await stateOf(slow.id))?.state).toBe('retry')
  expect((await stateOf(late.id))?.state).toBe('created')
  isFirst = false
  await using _next = startTestWorker(opened.postgres, handled)
  await Promise.all([untilState(slow.id, 'completed'), untilState(late.id, 'completed')])
  expect(await effectsOf(slow.id)).toEqual(['done'])
})

test('groups take turns, however many tasks one of them has', async () => {
  const order: (string | undefined)[] = []
  const { kind, handled, queue } = setUp(
    async (task) => {
      order.push(task.groupId)
      return 'done'
    },
    { concurrencyMax: 1 },
  )
  const [large, small] = [testIds.uuid(), testIds.uuid()]
  const add = (groupId: string, count: number) =>
    opened.postgres.transaction((tx) =>
      queue.enqueueAll(
        tx,
        kind,
        Array.from({ length: count }, () => ({ groupId, input: {} })),
      ),
    )
  await add(large, 40)
  await add(large, 40)
  await add(small, 3)
  await using _worker = startTestWorker(opened.postgres, handled)
  await waitUntil(() => order.length === 83, { withinMs: 30_000, what: 'all are done' })
  expect(order.slice(0, 8).filter((groupId) => groupId === small)).toHaveLength(3)
})
