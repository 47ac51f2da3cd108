import { setTimeout as pause } from 'node:timers/promises'
import { type TaskQueue, createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { defineTask } from '@gatehouse/tasks/define-task'
import { handleTask } from '@gatehouse/tasks/handle-task'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { z } from 'zod'
import { percentile } from '../kit/percentile.ts'
import { type Proof, judged } from '../proof.ts'
import { type TaskSetup, ids, logger, openWorker, startTaskSetup } from './task-setup.ts'

const ofAloneMax = 2
const few = 10
const slots = 8
// Time that a task spends waiting for something outside the database.
const workMs = 40
// How many of the large company's 50,000 tasks may run before the other company's ten: those in progress when the ten
// arrive, and those that alternate with them. First come, first served would run all 50,000 first.
const overtakenMax = slots * 3 + few

export const proof: Proof = {
  name: 'fairness',
  tier: 'push',
  claim: 'one company’s 50,000 waiting tasks barely delay another’s ten',
  bar: `the ten finish within ${ofAloneMax} × the time they take alone, and at most ${overtakenMax} of the 50,000 start before them`,
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await startTaskSetup(scope)
    const keyAdmin = openDesk(setup, scope)
    const rounds = isShort ? 2 : 9
    const alone: TenResult[] = []
    for (let round = 0; round < rounds; round += 1) alone.push(await keyAdmin.doTen())
    progress(`alone the ten take ${describe(alone)}`)
    const many = isShort ? 2_000 : 50_000
    await keyAdmin.enqueueMany(many)
    progress(`another company has ${many.toLocaleString('en')} tasks waiting`)
    const beside: TenResult[] = []
    for (let round = 0; round < rounds; round += 1) beside.push(await keyAdmin.doTen())
    const left = await keyAdmin.countWaiting()
    progress(`next to them the ten take ${describe(beside)}; ${left.toLocaleString('en')} of them still wait`)
    const ratio = medianMs(beside) / medianMs(alone)
    const overtaken = Math.max(...beside.map(({ othersStarted }) => othersStarted))
    return judged({
      figure:
        `${ratio.toFixed(2)} × the time alone (median of ${rounds}: ${Math.round(medianMs(beside))} ms after ` +
        `${Math.round(medianMs(alone))} ms), at most ${overtaken} of ${many.toLocaleString('en')} started before them`,
      isPassed: left > 0 && overtaken <= overtakenMax && (isShort || ratio <= ofAloneMax),
    })
  },
}

type TenResult = { tookMs: number; othersStarted: number }

const medianMs = (results: readonly TenResult[]) =>
  percentile(
    results.map(({ tookMs }) => tookMs),
    0.5,
  )

const describe = (results: readonly TenResult[]) =>
  results.map(({ tookMs, othersStarted }) => `${Math.round(tookMs)} ms (${othersStarted} others)`).join(', ')

function openDesk({ postgres }: TaskSetup, scope: AsyncDisposableStack) {
  const kind = defineTask({ name: 'parse-cv', input: z.object({ number: z.number() }) })
  const queue: TaskQueue = createTaskQueue({ postgres, logger, ids, kinds: [kind] })
  const [large, small] = [ids.uuid(), ids.uuid()]
  const started = new Map<string | undefined, number>()
  let done = 0
  const handled = handleTask(kind, {
    concurrencyMax: slots,
    async work({ id, groupId }) {
      started.set(groupId, (started.get(groupId) ?? 0) + 1)
      await pause(workMs)
      return async (tx) => {
        await tx.query(`insert into effects (task_id, kind) values ($1, 'parse-cv')`, [id])
        if (groupId === small) done += 1
      }
    },
  })
  // Polls often, so that the measured time reflects the work and not the polling interval.
  const worker = openWorker(postgres, [handled], { pollMs: 20 })
  worker.start()
  scope.defer(async () => void (await worker.drain({ graceMs: 5_000 })))
  const enqueue = (groupId: string, count: number) =>
    postgres.transaction((tx) =>
      queue.enqueueAll(
        tx,
        kind,
        Array.from({ length: count }, (_, number) => ({ groupId, input: { number } })),
      ),
    )
  return {
    async enqueueMany(count: number) {
      for (let sent = 0; sent < count; sent += 1_000) await enqueue(large, 1_000)
    },
    async doTen(): Promise<TenResult> {
      const [startedBefore, doneBefore] = [started.get(large) ?? 0, done]
      const startedMs = performance.now()
      await enqueue(small, few)
      await waitUntil(() => done === doneBefore + few, { withinMs: 60_000, what: 'the ten are done' })
      const tookMs = performance.now() - startedMs
      return { tookMs, othersStarted: (started.get(large) ?? 0) - startedBefore }
    },
    async countWaiting(): Promise<number> {
      return (await queue.depths())[0]?.waiting ?? 0
    },
  }
}
