import { setTimeout as pause } from 'node:timers/promises'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { idOfKey } from '@gatehouse/tasks/create-task-queue'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Proof, type ProofContext, judged } from '../../proof.ts'
import { type StorageLoss, findNeedlessCalls } from './find-needless-calls.ts'
import { type Outside, startOutside } from './outside.ts'
import { type JournaledCause, produceTasks } from './produce-tasks.ts'
import { type WorkerChild, type WorkerTask, startWorkerChild } from './worker-child.ts'
import { type TaskSetup, connectTasks, startTaskSetup } from '../task-setup.ts'

const long = {
  tasks: 20_000,
  workers: 4,
  spares: 4,
  killEveryMs: 1_000,
  killsMax: Number.POSITIVE_INFINITY,
  renewMs: 4_000,
  silentMs: 15_000,
  postgresKills: 2,
}
const short = {
  tasks: 125,
  workers: 2,
  spares: 1,
  killEveryMs: 400,
  killsMax: 2,
  renewMs: 250,
  silentMs: 1_000,
  postgresKills: 1,
}
const stuckMsMax = 35_000
const paidPerTaskMax = 1.01

export const proof: Proof = {
  name: 'task-kill',
  tier: 'push',
  claim: 'whatever is killed while tasks are processed, each effect happens exactly once and no task is lost',
  bar:
    `0 effects lost or doubled, no claimed task without a heartbeat for more than ${stuckMsMax / 1_000} s, ` +
    `0 calls repeated although their result could be stored, paid calls ≤ ${paidPerTaskMax} per task`,
  async run(context) {
    const size = context.isShort
      ? short
      : { ...long, tasks: Number(process.env['TASK_KILL_TASKS'] ?? long.tasks) }
    await using scope = new AsyncDisposableStack()
    const setup = await startTaskSetup(scope)
    const outside = await startOutside(scope)
    const run: Run = {
      context,
      size,
      setup,
      outside,
      postgres: setup.postgres,
      silentMsMax: 0,
      losses: [],
      kills: 0,
      isOver: false,
    }
    const workers = await startWorkers(run, scope)
    const watching = watchSilence(run)
    const [journal] = await Promise.all([
      produceTasks(connect(run, scope), size.tasks),
      killOnAndOn(run, workers),
    ])
    context.progress(`${run.kills} workers were killed; the others finish undisturbed`)
    await untilAllDone(run)
    run.isOver = true
    await watching
    return conclude(run, await judge(run, journal))
  },
}

type Run = {
  context: ProofContext
  size: typeof long
  setup: TaskSetup
  outside: Outside
  postgres: Postgres
  /** Longest time that a task was claimed without a heartbeat of its worker. */
  silentMsMax: number
  losses: StorageLoss[]
  kills: number
  isOver: boolean
}

function connect({ setup }: Run, scope: AsyncDisposableStack): Postgres {
  const postgres = connectTasks(setup.server.url, 4)
  scope.defer(() => postgres.close())
  return postgres
}

type Workers = { strikeOldest(): Promise<void> }

async function startWorkers(run: Run, scope: AsyncDisposableStack): Promise<Workers> {
  const { size, setup, outside } = run
  const { renewMs, silentMs } = size
  const task: WorkerTask = { databaseUrl: setup.server.url, outsideUrl: outside.url, renewMs, silentMs }
  const start = () => startWorkerChild(task)
  const working: WorkerChild[] = []
  const loading: WorkerChild[] = Array.from({ length: size.workers + size.spares }, start)
  scope.defer(async () => void (await Promise.all([...working, ...loading].map((child) => child.kill()))))
  async function beginNext(): Promise<void> {
    const next = loading.shift()
    if (!next) throw new Error('no worker is being started')
    working.push(next)
    await next.loaded
    next.begin()
  }
  for (let count = 0; count < size.workers; count += 1) await beginNext()
  return {
    async strikeOldest() {
      const struck = working.shift()
      if (struck) run.losses.push(await timeLoss(() => struck.kill(), struck.pid))
      if (run.kills + 1 < size.killsMax) loading.push(start())
      // The killed worker is replaced immediately, if the machine can start workers that fast.
      await beginNext()
    },
  }
}

async function timeLoss(lose: () => Promise<void>, worker?: number): Promise<StorageLoss> {
  const fromMs = performance.now()
  await lose()
  const toMs = performance.now()
  return worker === undefined ? { fromMs, toMs: toMs + reconnectMs } : { worker, fromMs, toMs }
}

// Workers wait this long at most before they connect to Postgres again.
const reconnectMs = 2_000

/**
 * Kills the oldest worker at regular intervals, and Postgres a few times, until nearly all tasks are done or enough
 * workers were killed. It stops before the end, so that the tasks of the workers killed last must be recovered too.
 */
async function killOnAndOn(run: Run, workers: Workers): Promise<void> {
  const { size, setup, context } = run
  let postgresKills = 0
  for (;;) {
    await pause(size.killEveryMs)
    await workers.strikeOldest()
    run.kills += 1
    const done = await countDone(run)
    if (run.kills % 10 === 0) context.progress(`${run.kills} kills, ${done} done`)
    const dueForPostgres = ((postgresKills + 1) / (size.postgresKills + 1)) * size.tasks * 0.9
    if ((done > dueForPostgres || run.kills >= size.killsMax) && postgresKills < size.postgresKills) {
      postgresKills += 1
      const loss = await timeLoss(async () => {
        await setup.server.kill()
        await pause(500)
        await setup.server.restart()
      })
      run.losses.push(loss)
      context.progress(`Postgres was killed and restarted when ${done} were done`)
    }
    const isEnough = run.kills >= size.killsMax || done >= size.tasks * 0.95
    if (isEnough && postgresKills === size.postgresKills) return
  }
}

let lastCount = 0
async function countDone({ postgres }: Run): Promise<number> {
  const counted = await postgres
    .query<{ count: bigint }>('select count(*) from effects')
    .catch(() => undefined)
  return (lastCount = Number(counted?.rows[0]?.count ?? lastCount))
}

async function watchSilence(run: Run): Promise<void> {
  while (!run.isOver) {
    const found = await run.postgres
      .query<{ ms: number | null }>(
        `select (extract(epoch from max(now() - heartbeat_on)) * 1000)::int as ms
           from tasks.job_common where state = 'active' and group_id is not null`,
      )
      .catch(() => undefined)
    run.silentMsMax = Math.max(run.silentMsMax, found?.rows[0]?.ms ?? 0)
    await pause(250)
  }
}

async function untilAllDone({ postgres }: Run): Promise<void> {
  const isDone = async () => {
    const { rows } = await postgres.query<{ left: bigint }>(
      `select count(*) as left from tasks.job_common where state in ('created', 'retry', 'active')
          and name not like '\\_\\_%' and name <> 'dead-letters'`,
    )
    return Number(rows[0]?.left ?? 1) === 0
  }
  await waitUntil(isDone, { withinMs: 300_000, what: 'no task is left' })
}

type Findings = {
  expected: number
  lost: number
  doubled: number
  foreign: number
  torn: number
  modelTasks: number
}

/** Compares the journal with the recorded effects. */
async function judge({ postgres }: Run, journal: readonly JournaledCause[]): Promise<Findings> {
  const { rows: causeRows } = await postgres.query<{ id: string }>('select id from causes')
  const causes = new Set(causeRows.map(({ id }) => id))
  const { rows } = await postgres.query<{ task_id: string; kind: string }>(
    'select task_id, kind from effects',
  )
  const effects = new Map<string, number>()
  for (const { task_id: id } of rows) effects.set(id, (effects.get(id) ?? 0) + 1)
  // A cause whose commit was never acknowledged counts only if it is in the database; then all its tasks must be too.
  const committed = journal.filter(({ id, isCertain }) => isCertain || causes.has(id))
  const expected = committed.flatMap(({ taskIds, chainIds }) => [
    ...taskIds,
    ...chainIds.map((id) => idOfKey('store', `after ${id}`)),
  ])
  const isExpected = new Set(expected)
  return {
    expected: expected.length,
    lost: expected.filter((id) => !effects.has(id)).length,
    doubled: [...effects.values()].filter((count) => count > 1).length,
    foreign: [...effects.keys()].filter((id) => !isExpected.has(id)).length,
    torn: committed.filter(({ id }) => !causes.has(id)).length,
    modelTasks: rows.filter(({ kind }) => kind === 'judge').length,
  }
}

function conclude({ outside, losses, silentMsMax, kills, context }: Run, found: Findings) {
  const { expected, lost, doubled, foreign, torn, modelTasks } = found
  const paid = [...outside.paid.values()].reduce((sum, count) => sum + count, 0) / modelTasks
  const needless = findNeedlessCalls(outside.answered, losses)
  for (const { key, worker, atMs } of needless.slice(0, 5))
    context.progress(`NEEDLESS: ${key} again by ${worker} at ${atMs.toFixed(0)} ms`)
  const perTask = outside.answered.length / modelTasks
  return judged({
    figure:
      `${lost} lost, ${doubled} doubled, ${foreign + torn} without their cause of ${expected.toLocaleString('en')} tasks ` +
      `in ${kills} kills; at most ${(silentMsMax / 1_000).toFixed(1)} s without a heartbeat; ` +
      `${needless.length} calls repeated needlessly, ${perTask.toFixed(3)} answered and ${paid.toFixed(3)} paid per task`,
    isPassed:
      lost + doubled + foreign + torn === 0 &&
      expected > 0 &&
      kills > 1 &&
      needless.length === 0 &&
      paid <= paidPerTaskMax &&
      (context.isShort || silentMsMax <= stuckMsMax),
  })
}
