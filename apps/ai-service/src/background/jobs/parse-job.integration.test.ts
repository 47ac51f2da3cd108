import { type NewJob, createJob, updateJob } from '@gatehouse/jobs/manage-jobs'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { createAliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { ParseOrder } from '@gatehouse/model-calls/model-client'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { startGatewayProcess } from '@gatehouse/testkit/vitest/start-gateway-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { workerHealth } from '../../readiness.ts'
import { type JdParsing, parseJobHandler } from './parse-job.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const names = createRuleVocabulary()
const alias = 'svc/extract-default'
const by = { actor: { kind: 'operator', id: 'test' } } as const
const text = `Bistro Lune has fed the old town since 1998.

Requirements:
- 3 years in kitchens

Knife work is second nature to the person who starts here.`

/** Replaces the gateway with a scripted parser. */
function scripted(parseJd: (order: ParseOrder) => Promise<unknown>): JdParsing {
  return { alias, parser: { parseJd }, breakers: createAliasBreakers({ clock, logger }) }
}

const refusal = new Fault({ kind: 'invalid', code: 'model_calls.refused', publicMessage: 'no' })

async function openJobs(parsing: JdParsing | undefined) {
  const scope = new AsyncDisposableStack()
  const { postgres, database } = scope.use(await openTestDatabase({ poolSizeMax: 8 }))
  const metrics = createMetrics('test')
  const jobQueue = createTaskQueue({ postgres, logger, ids, kinds: [parseJobTask] })
  const companyId = await addCompany(database, 0n)
  const deps = { databases: oneShard(database), ids, names, jobQueue }
  const read = (jobId: string) =>
    database.selectFrom('jobs').select(['posting', 'corrections']).where('id', '=', jobId).executeTakeFirst()
  return {
    postgres,
    companyId,
    read,
    create(job: Partial<NewJob> = {}) {
      const none = { externalId: null, closesAt: null, metadata: null, corrections: null }
      return createJob(
        deps,
        { title: 'Cook', descriptionText: text, status: 'ACTIVE', ...none, ...job, companyId },
        by,
      )
    },
    rewrite(jobId: string, descriptionText: string) {
      const none = { title: null, status: null, externalId: null, closesAt: null, metadata: null }
      const change = { ...none, corrections: null, version: null, descriptionText }
      return updateJob(deps, { companyId, jobId }, { change, by })
    },
    startWorker() {
      const handled = [parseJobHandler({ shards: oneShard(postgres), metrics, parsing })]
      const own = { metrics: createMetrics('test'), random: Math.random, pollMs: 20 }
      const worker = createTaskWorker({ postgres, clock, logger, handled, ...own })
      worker.start()
      return Object.assign(worker, {
        [Symbol.asyncDispose]: async () => void (await worker.drain({ graceMs: 10_000 })),
      })
    },
    /** Resolves with the counts by reader once every task is done. */
    async untilParsed() {
      const left = `select from tasks.job where name = 'parse-job' and state <> 'completed'`
      const isDone = async () => (await postgres.query(left)).rows.length === 0
      await waitUntil(isDone, { withinMs: 30_000, what: 'the jobs are parsed' })
      const metric = await metrics.getSingleMetric('gatehouse_jobs_parsed_total')?.get()
      return metric?.values.map(({ labels, value }) => [labels['mode'], value])
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

test('a job is parsed through the gateway, and what its lines state completes the rules', async () => {
  await using gateway = await startGatewayProcess()
  await using scope = new AsyncDisposableStack()
  const modelCalls = openModelCalls(
    { clock, logger, metrics: createMetrics('test'), aliases: [] },
    gateway,
    scope,
  )
  const parser = modelCalls.jdParser
  if (!parser) throw new Error('the gateway must be configured')
  await using jobs = await openJobs({ alias, parser, breakers: modelCalls.breakers })
  const said = {
    employer: 'Bistro Lune',
    requirements: [
      {
        text: 'Knife work is second nature',
        category: 'skill',
        importance: 'must',
        skill_name: 'Knife work',
        from: 5,
        to: 5,
      },
    ],
  }
  gateway.sim.planWhen(() => true, { content: JSON.stringify(said) })
  await using _worker = jobs.startWorker()
  const job = await jobs.create()
  expect(await jobs.untilParsed()).toEqual([['model', 1]])
  expect((await jobs.read(job.id))?.posting).toMatchObject({
    employer: { value: 'Bistro Lune', line: 2 },
    requirements: [
      { id: 'q1', minYears: 3, line: 5 },
      { id: 'm1', text: 'Knife work is second nature', line: 7 },
    ],
  })
  const { rows } = await jobs.postgres.query<{ ids: string[] }>(
    `select jsonb_path_query_array(facts, '$.requirements[*].id') as ids from job_facts where job_id = $1`,
    [job.id],
  )
  expect(rows[0]?.ids).toEqual(expect.arrayContaining(['q1', 'm1']))
  const calls = await gateway.open.database.selectFrom('calls').select('concerned_company_id').execute()
  expect(calls).toEqual([{ concerned_company_id: jobs.companyId }])
})

test('a refused text stays as rules read it, and is asked about only once', async () => {
  let asked = 0
  await using jobs = await openJobs(
    scripted(() => {
      asked += 1
      return Promise.reject(refusal)
    }),
  )
  const job = await jobs.create()
  await using _worker = jobs.startWorker()
  expect(await jobs.untilParsed()).toEqual([['refused', 1]])
  expect((await jobs.read(job.id))?.posting).toEqual(job.posting)
  expect(asked).toBe(1)
})

test('without a gateway the posting stays as rules read it, and no task is left', async () => {
  await using jobs = await openJobs(undefined)
  const job = await jobs.create()
  await using _worker = jobs.startWorker()
  expect(await jobs.untilParsed()).toEqual([['rules', 1]])
  expect((await jobs.read(job.id))?.posting).toEqual(job.posting)
})

test('the parse of a text that was changed meanwhile is not saved', async () => {
  const started = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<unknown>()
  let asked = 0
  await using jobs = await openJobs(
    scripted(async () => {
      asked += 1
      if (asked > 1) throw refusal
      started.resolve()
      return answer.promise
    }),
  )
  const job = await jobs.create()
  await using _worker = jobs.startWorker()
  await started.promise
  const changed = await jobs.rewrite(job.id, 'Requirements:\n- 5 years in kitchens')
  answer.reject(refusal)
  expect(await jobs.untilParsed()).toEqual([['refused', 1]])
  expect((await jobs.read(job.id))?.posting).toEqual(changed.posting)
})

test('while the breaker is open jobs wait', async () => {
  let asked = 0
  const parsing = scripted(() => {
    asked += 1
    return Promise.reject(refusal)
  })
  const breaker = parsing.breakers.of(alias)
  for (let count = 0; count < 5; count += 1) breaker.tryAcquire()?.fail()
  await using jobs = await openJobs(parsing)
  await jobs.create()
  await using worker = jobs.startWorker()
  const isDegraded = () => Promise.resolve(workerHealth([worker.status(parseJobTask.name)]) === 'degraded')
  await waitUntil(isDegraded, { withinMs: 30_000, what: 'the worker reports the breaker' })
  const { rows } = await jobs.postgres.query(
    `select from tasks.job where name = 'parse-job' and state = 'created'`,
  )
  expect([asked, rows.length]).toEqual([0, 1])
})
