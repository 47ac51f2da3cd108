import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { noFacts } from '@gatehouse/talents/talent-facts'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { TaskKind } from '@gatehouse/tasks/define-task'
import type { RunningTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import {
  countTermsTask,
  expireJobsTask,
  openUpkeep,
  purgeAnswersHandler,
  purgeVerdictsTask,
  sweepBatchesTask,
  sweepOperationsTask,
} from './upkeep-tasks.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('every upkeep task is scheduled and does its work', async () => {
  await using open = await openTestDatabase({ poolSizeMax: 8 })
  const { postgres } = open
  const companyId = await addCompany(open.database, 0n)
  const terms = [{ term: 'rust', count: 1, lines: [1] }] as unknown as typeof noFacts.terms
  await postgres.transaction((tx) =>
    saveTalents(tx, [
      { companyId, id: ids.uuid(), name: null, sourceText: '', facts: { ...noFacts, terms } },
    ]),
  )
  await postgres.query(
    `insert into operation_counts (slot, kind, outcome, duration_step, times, last_at)
     values (now() - interval '3 days', 'old', 'done', 0, 1, now()), (now(), 'new', 'done', 0, 1, now())`,
  )
  await postgres.query(
    `insert into match_batches (id, number, replica, company_id, subject, subjects, leased_until, given_up_at)
     select gen_random_uuid(), -age, 'lost', $1, 'JOB', 1, now(), now() - age * interval '1 day'
       from unnest(array[1, 8]) age`,
    [companyId],
  )
  await postgres.query(
    `insert into judge_verdicts (key, verdicts, judged_at)
     select int4send(age), '[]', now() - make_interval(days => age) from unnest(array[89, 91]) age`,
  )
  await postgres.query(
    `insert into jobs (company_id, id, title, status, closes_at)
     values ($1, gen_random_uuid(), 'Welder', 'ACTIVE', now() - interval '1 minute')`,
    [companyId],
  )
  const handled = openUpkeep({ shards: oneShard(postgres), clock, ids, logger, partitionLength: 'week' })
  const kinds = handled.map(({ kind }) => kind)
  expect(kinds.filter(({ schedule }) => schedule === undefined)).toEqual([])
  const worker = createTaskWorker({
    postgres,
    clock,
    logger,
    metrics: createMetrics('test'),
    random: Math.random,
    handled,
  })
  worker.start()
  const queue = createTaskQueue({ postgres, logger, ids, kinds })
  const enqueue = (kind: TaskKind) => postgres.transaction((tx) => queue.enqueue(tx, kind, { input: {} }))
  await enqueue(countTermsTask)
  await enqueue(sweepOperationsTask)
  await enqueue(sweepBatchesTask)
  await enqueue(purgeVerdictsTask)
  await enqueue(expireJobsTask)
  const read = async (statement: string) => (await postgres.query<{ name: string }>(statement)).rows
  const isDone = async () =>
    (await read('select kind as name from operation_counts')).length === 1 &&
    (await read('select replica as name from match_batches')).length === 1 &&
    (await read('select key as name from judge_verdicts')).length === 1 &&
    (await read(`select title as name from jobs where status = 'EXPIRED'`)).length === 1 &&
    (await read('select term as name from term_counts')).length === 1
  await waitUntil(isDone, { withinMs: 20_000, what: 'all have run' })
  expect(await read('select kind as name from operation_counts')).toEqual([{ name: 'new' }])
  expect(await read('select term as name from term_counts')).toEqual([{ name: 'rust' }])
  const scheduled = async () => (await read('select name from tasks.schedule')).length === kinds.length
  await waitUntil(scheduled, { withinMs: 20_000, what: 'all are scheduled' })
  await worker.drain({ graceMs: 5_000 })
})

test('expired answers and parse results are deleted, however many there are', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const companyId = await addCompany(open.database, 0n)
  await postgres.query(
    `insert into stored_answers (key_id, idempotency_key, body_hash, call_id, claimed_until, company_id, created_at)
     select gen_random_uuid(), 'key', '', gen_random_uuid(), now(), $1, now() - make_interval(hours => case when n = 0 then 1 else 49 end)
       from generate_series(0, 1200) n`,
    [companyId],
  )
  await postgres.query(
    `insert into parse_results (company_id, cache_key, result, created_at)
     select $1, int4send(n), '', now() - make_interval(days => case when n = 0 then 0 else 40 end)
       from generate_series(0, 1200) n`,
    [companyId],
  )
  await postgres.query(
    `with old as (insert into key_changes (xid) values ('1'))
     update key_change_cut set next_xid = '2', next_at = now() - interval '10 minutes'`,
  )
  const { handler } = purgeAnswersHandler({
    shards: oneShard(postgres),
    clock,
    ids,
    logger,
    partitionLength: 'week',
  })
  await handler.work({ signal: new AbortController().signal } as RunningTask)
  const { rows } = await postgres.query(
    `select (select count(*)::int from stored_answers) as answers, (select count(*)::int from parse_results) as results,
            (select count(*)::int from key_changes) as changes`,
  )
  expect(rows).toEqual([{ answers: 1, results: 1, changes: 0 }])
})
