import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperationRecorder } from './create-operation-recorder.ts'
import { readOperations, sweepOperations } from './operation-counts.ts'
import { summariseOperations } from './summarise-operations.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 8 })
})
afterAll(() => open[Symbol.asyncDispose]())

const read = async (kind: string) => {
  const { lastHour, lastDay } = await readOperations(open.postgres)
  const of = (counts: typeof lastHour.counts) =>
    summariseOperations(counts).find((each) => each.kind === kind)
  return { hour: of(lastHour.counts), day: of(lastDay.counts) }
}

test('concurrent counts of several replicas add up, for the hour and for the day', async () => {
  const { postgres } = open
  const replicas = Array.from({ length: 6 }, () =>
    createOperationRecorder({ postgres, clock: createFakeClock(), logger }),
  )
  for (const [index, recorder] of replicas.entries()) {
    for (let times = 0; times < 100; times += 1) {
      const outcome = times < 10 ? 'retried' : 'done'
      recorder.record({ kind: 'adding-up', outcome, tookMs: 10 * (index + 1) })
      // Each replica records the kinds in a different order, to show that their statements do not deadlock.
      recorder.record({ kind: `other-${(index + times) % 3}`, outcome, tookMs: times })
    }
  }
  await Promise.all(replicas.map((recorder) => recorder.close()))
  const { hour, day } = await read('adding-up')
  expect(hour).toMatchObject({ total: 600, outcomes: { done: 540, retried: 60 } })
  expect(hour?.p95Ms).toBeGreaterThan(hour?.p50Ms ?? Number.NaN)
  expect(day).toEqual(hour)
})

test('counts are written every five seconds; a failed write is retried unless its outcome is unknown', async () => {
  const clock = createFakeClock()
  let fault: Fault | undefined
  const statements: unknown[] = []
  const recorder = createOperationRecorder({
    clock,
    logger,
    postgres: {
      query(...statement: Parameters<typeof open.postgres.query>) {
        statements.push(statement)
        if (fault) return Promise.reject(fault)
        return open.postgres.query(...statement)
      },
    },
  })
  const fail = (code: Fault['code']) => new Fault({ kind: 'unavailable', code, publicMessage: 'Try again.' })
  recorder.record({ kind: 'handed-over', outcome: 'done', tookMs: 5 })
  await clock.advance(4_999)
  expect(statements).toHaveLength(0)
  fault = fail('postgres.unreachable')
  await clock.advance(1)
  expect(statements).toHaveLength(1)
  fault = undefined
  recorder.record({ kind: 'handed-over', outcome: 'done', tookMs: 5 })
  await clock.advance(5_000)
  const isThere = async () => (await read('handed-over')).day?.total === 2
  await waitUntil(isThere, { withinMs: 20_000, what: 'both are counted' })
  fault = fail('postgres.outcome_unknown')
  recorder.record({ kind: 'handed-over', outcome: 'done', tookMs: 5 })
  await clock.advance(5_000)
  fault = undefined
  await recorder.close()
  expect(statements).toHaveLength(3)
  expect((await read('handed-over')).day).toMatchObject({ total: 2 })
})

test('counts older than an hour belong only to the day, and the sweep deletes those past retention', async () => {
  const { postgres } = open
  await postgres.query(
    `insert into operation_counts (slot, kind, outcome, duration_step, times, last_at)
     select date_bin('5 minutes', now() - age, 'epoch'), 'aging', 'done', 0, 1, now() - age
       from unnest(array['10 minutes', '3 hours', '26 hours', '50 hours', '60 hours']::interval[]) age`,
  )
  const { hour, day } = await read('aging')
  expect([hour?.total, day?.total]).toEqual([1, 2])
  expect(await sweepOperations(postgres, 1)).toBe(true)
  expect(await sweepOperations(postgres)).toBe(false)
  const { rows } = await postgres.query(`select from operation_counts where kind = 'aging'`)
  expect(rows).toHaveLength(3)
})
