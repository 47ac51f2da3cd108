import { setTimeout as pause } from 'node:timers/promises'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { type Metrics, createMetrics } from '@gatehouse/telemetry/create-metrics'
import { z } from 'zod'
import { percentile } from '../kit/percentile.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { type BareEngine, openBareEngine } from './bare-engine.ts'
import { type TaskSetup, ids, logger, openWorker, startTaskSetup } from './task-setup.ts'

const ofBareMin = 0.85
const slots = 16
const producers = 8
const retries = { retryLimit: 7, retryDelay: 2, retryDelayMax: 600 }

export const proof: Proof = {
  name: 'task-throughput',
  tier: 'night',
  claim: 'a task with all our guarantees costs little more than the bare engine called directly',
  bar: `≥ ${ofBareMin} of the bare engine's tasks per second, with a transaction for each; every effect once`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const setup = await startTaskSetup(scope)
    const bare = await openBareEngine(scope, setup, { ...retries, slots })
    const ours = openOurs(setup, scope)
    const rounds = context.isShort ? 1 : 7
    const count = context.isShort ? 200 : 2_000
    const rates: Rates[] = []
    for (let round = context.isShort ? 1 : 0; round <= rounds; round += 1) {
      const measured = {
        ours: count / (await timeRound(ours, count)),
        each: count / (await timeRound({ send: bare.send, work: bare.workEach }, count)),
        batches: count / (await timeRound({ send: bare.send, work: bare.workBatches }, count)),
      }
      report(context, round, measured)
      // The first round warms caches, plans and the compiler.
      if (round > 0) rates.push(measured)
    }
    const wrong = await countWrongEffects(setup)
    const median = (of: (rate: Rates) => number) => percentile(rates.map(of), 0.5)
    const ratio = median((rate) => rate.ours / rate.each)
    return judged({
      figure:
        `${ratio.toFixed(2)} of bare (ours ${Math.round(median(({ ours }) => ours))}/s, bare ` +
        `${Math.round(median(({ each }) => each))}/s; bare with ${slots} tasks in one transaction, which fail together, ` +
        `${Math.round(median(({ batches }) => batches))}/s), ` +
        `${wrong} effects lost or doubled`,
      isPassed: wrong === 0 && (context.isShort || ratio >= ofBareMin),
    })
  },
  async tryTools(scope) {
    const setup = await startTaskSetup(scope)
    const bare = await openBareEngine(scope, setup, { ...retries, slots })
    for (const work of [bare.workEach, bare.workBatches]) await timeRound({ send: bare.send, work }, slots)
    await timeRound(openOurs(setup, scope), slots)
  },
}

type Rates = { ours: number; each: number; batches: number }

type Measured = { send: BareEngine['send']; work(count: number): Promise<void> }

/** Seconds from the first enqueued task to the last committed effect. */
async function timeRound({ send, work }: Measured, count: number): Promise<number> {
  const startedMs = performance.now()
  let sent = 0
  const produce = async () => {
    while (sent < count) {
      sent += 1
      await send(payload(sent))
    }
  }
  await Promise.all([work(count), ...Array.from({ length: producers }, produce)])
  return (performance.now() - startedMs) / 1_000
}

const payload = (number: number) => ({
  talentId: ids.uuid(),
  documentId: ids.uuid(),
  language: 'en',
  number,
  note: 'x'.repeat(100),
})

function openOurs({ postgres }: TaskSetup, scope: AsyncDisposableStack): Measured {
  const metrics = createMetrics('proof')
  const input = z.object({
    talentId: z.string(),
    documentId: z.string(),
    language: z.string(),
    number: z.number(),
    note: z.string(),
  })
  const kind = defineTask({ name: 'parse-cv', input, attemptsMax: 8 })
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [kind] })
  const companyId = ids.uuid()
  let done = 0
  const handled = handleTask(kind, {
    concurrencyMax: slots,
    work:
      async ({ id }) =>
      async (tx) => {
        await tx.query(`insert into effects (task_id, kind, note) values ($1, 'ours', 'done')`, [id])
      },
  })
  const worker = openWorker(postgres, [handled], { metrics })
  worker.start()
  scope.defer(async () => void (await worker.drain({ graceMs: 30_000 })))
  return {
    send: (given) =>
      postgres.transaction(async (tx) => {
        await tx.query('insert into causes (id) values (gen_random_uuid())')
        await queue.enqueue(tx, kind, { input: input.parse(given), groupId: companyId })
      }),
    async work(count) {
      done += count
      while ((await countDone(metrics)) < done) await pause(2)
    },
  }
}

async function countDone(metrics: Metrics): Promise<number> {
  const counted = await metrics.getSingleMetric('gatehouse_task_attempts_total')?.get()
  return counted?.values.find(({ labels }) => labels['outcome'] === 'done')?.value ?? 0
}

async function countWrongEffects({ postgres }: TaskSetup): Promise<number> {
  const { rows } = await postgres.query<{ wrong: bigint }>(
    `select count(*) as wrong from (
       select t.id from (
         select id from tasks.job where name = 'parse-cv' union all select id from bare.job where name = 'bare') t
         left join effects e on e.task_id = t.id
        group by t.id having count(e.task_id) <> 1) w`,
  )
  const { rows: counts } = await postgres.query<{ missing: bigint }>(
    `select (select count(*) from causes) - (select count(*) from effects) as missing`,
  )
  return Number(rows[0]?.wrong ?? 1) + Math.abs(Number(counts[0]?.missing ?? 1))
}

function report({ progress }: ProofContext, round: number, { ours, each, batches }: Rates): void {
  const label = round === 0 ? 'warm-up' : `round ${round}`
  progress(
    `${label}: ours ${Math.round(ours)}/s, bare ${Math.round(each)}/s with a transaction each, ${Math.round(batches)}/s in batches`,
  )
}
