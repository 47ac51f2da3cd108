import { oneShard } from '@gatehouse/postgres/shards'
import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import { deleteTalent } from '@gatehouse/talents/save-talents'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGenerator } from '../generator/create-generator.ts'
import { describeStatus } from '../generator/generator-status.ts'
import type { Batch, Claimed } from '../generator/generator-store.ts'
import type { Judge, JudgeAnswer } from '../judge/judge.ts'
import { matchJobs } from '../pipeline/match-jobs.ts'
import { matchTalents } from '../pipeline/match-talents.ts'
import { addJob, addTalent, ids, operator, runUntilIdle } from '../testing/seed-matching.ts'
import { type GeneratorStoreDeps, createGeneratorStore, recentStatement } from './generator-store.ts'
import { createMatchReader } from './match-reader.ts'

let open: OpenTestDatabase
let companyId: string
beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 8 })
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  await open.postgres.query('truncate talents, jobs, matches, match_queue, match_batches cascade')
  await open.postgres.query(
    `update match_generator set desired = 'STOPPED', started_at = null, last_batch = 0`,
  )
  companyId = await addCompany()
})

async function addCompany(): Promise<string> {
  const id = ids.uuid()
  await open.postgres.query('insert into companies (id, name) values ($1, $2)', [id, `Company ${id}`])
  return id
}

const storeWith = (settings: Partial<GeneratorStoreDeps> = {}) =>
  createGeneratorStore({ shards: oneShard(open.postgres), ids, ...settings })
const deps = () => ({ reader: createMatchReader(oneShard(open.postgres)), judge: null })
const welder = (company = companyId, id = ids.uuid()) =>
  addTalent(open.postgres, company, { id, title: 'Welder', skills: ['welding'] })
const compute = ({ subject, companyId, subjectIds }: Batch) =>
  (subject === 'JOB' ? matchJobs : matchTalents)(deps(), companyId, subjectIds)
const claimed = (outcome: Claimed): Batch => {
  if (outcome.kind !== 'claimed') throw new Error(`nothing was claimed: ${outcome.kind}`)
  return outcome.batch
}
const status = async () => describeStatus(await storeWith().readSnapshot())
const countMatches = async () => {
  const { rows } = await open.postgres.query<{ count: number }>('select count(*)::int as count from matches')
  return rows[0]?.count
}

test('of two shards, both are started and matched, and their figures are added up', async () => {
  await using other = await openTestDatabase()
  const far = ids.uuid()
  await other.postgres.query('insert into companies (id, name) values ($1, $2)', [far, 'Far'])
  const shards: GeneratorStoreDeps['shards'] = {
    of: (id) => (id === far ? other.postgres : open.postgres),
    directory: open.postgres,
    all: () => [open.postgres, other.postgres],
  }
  const store = storeWith({ shards })
  await welder()
  await addTalent(other.postgres, far, { id: ids.uuid(), title: 'Welder', skills: ['welding'] })
  await addJob(other.postgres, far, { id: ids.uuid(), title: 'Welder', skills: ['welding'] })
  expect(await store.start(operator)).toBe(true)
  expect(await store.readSnapshot()).toMatchObject({ desired: 'RUNNING', waiting: 3 })
  await runUntilIdle(store, { reader: createMatchReader(shards), judge: null })
  expect(await store.readSnapshot()).toMatchObject({ waiting: 0 })
  expect(await countMatches()).toBe(0)
  const { rows } = await other.postgres.query('select from matches where company_id = $1', [far])
  expect(rows).toHaveLength(1)
  expect((await store.readRecentWork()).matches).toBe(1)
  expect(await store.stop(operator)).toBe(true)
  expect((await store.claim('one')).kind).toBe('stopped')
})

test('a new generator is stopped, and claims nothing', async () => {
  await welder()
  expect(await status()).toEqual({ status: 'stopped', uptime_seconds: 0, current_batch: 0, queue_size: 1 })
  expect((await storeWith().claim('one')).kind).not.toBe('claimed')
})

test('starting makes it run; starting again changes nothing, not even the uptime', async () => {
  const store = storeWith()
  expect([await store.start(operator), await store.start(operator)]).toEqual([true, false])
  await open.postgres.query(`update match_generator set started_at = now() - interval '90 seconds'`)
  await store.start(operator)
  expect((await status()).uptime_seconds).toBeGreaterThanOrEqual(90)
  expect((await status()).status).toBe('running')
})

test('replicas of a new installation start it once; a stop survives their restarts', async () => {
  await using fresh = await openTestDatabase()
  const store = createGeneratorStore({ shards: oneShard(fresh.postgres), ids })
  const first = { kind: 'service', id: 'ai-service' } as const
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => store.startIfNew(first)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(describeStatus(await store.readSnapshot()).status).toBe('running')
  await store.stop(operator)
  expect(await store.startIfNew(first)).toBe(false)
  expect(describeStatus(await store.readSnapshot()).status).toBe('stopped')
  const entries = await fresh.database.selectFrom('audit_log').select(['action', 'actor_id']).execute()
  expect(entries).toEqual([
    { action: 'generator.start', actor_id: 'ai-service' },
    { action: 'generator.stop', actor_id: operator.id },
  ])
})

test.each([
  [true, 'running'],
  [false, 'stopped'],
])('with startsIfNew %s the generator of a new installation is %s', async (startsIfNew, expected) => {
  await using fresh = await openTestDatabase()
  const store = createGeneratorStore({ shards: oneShard(fresh.postgres), ids })
  const generator = startGenerator({
    reader: createMatchReader(oneShard(fresh.postgres)),
    judge: null,
    store,
    clock: createSystemClock(),
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    replica: 'one',
    startsIfNew,
    idlePauseMs: 10,
  })
  await generator.close()
  expect(describeStatus(await store.readSnapshot()).status).toBe(expected)
})

test('a stop lets the current batch finish, and no batch is claimed after it', async () => {
  await Promise.all([welder(), welder(), welder()])
  const store = storeWith({ batchSizes: { TALENT: 1, JOB: 1 } })
  await store.start(operator)
  const batch = claimed(await store.claim('one'))
  expect(await status()).toMatchObject({ status: 'processing', current_batch: 1, queue_size: 2 })
  expect([await store.stop(operator), await store.stop(operator)]).toEqual([true, false])
  expect((await status()).status).toBe('processing')
  expect((await store.claim('two')).kind).not.toBe('claimed')
  expect(await store.finish(batch, await compute(batch), 5)).toBe(true)
  expect(await status()).toEqual({ status: 'stopped', uptime_seconds: 0, current_batch: 1, queue_size: 2 })
  await store.start(operator)
  expect(await runUntilIdle(store, deps())).toBe(2)
  expect(await status()).toMatchObject({ status: 'running', current_batch: 3, queue_size: 0 })
})

test('a batch whose replica is lost is given up, and a late write by that replica has no effect', async () => {
  await addJob(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await welder()
  await storeWith().start(operator)
  await runUntilIdle(storeWith(), deps())
  await addTalent(open.postgres, companyId, { title: 'Welder', skills: ['steel'] })
  const lost = storeWith({ leaseMs: 0 })
  const late = claimed(await lost.claim('lost'))
  const batch = claimed(await storeWith().claim('next'))
  expect(batch.subjectIds).toEqual(late.subjectIds)
  expect(batch.number).toBe(late.number + 1)
  expect(await lost.extendLease(late)).toBe(false)
  expect(await lost.finish(late, await compute(late), 5)).toBe(false)
  expect(await countMatches()).toBe(1)
  expect(await storeWith().finish(batch, await compute(batch), 5)).toBe(true)
  expect(await countMatches()).toBe(2)
})

test('extending the lease keeps the batch', async () => {
  await welder()
  await storeWith().start(operator)
  const batch = claimed(await storeWith({ leaseMs: 0 }).claim('one'))
  expect(await storeWith().extendLease(batch)).toBe(true)
  expect((await storeWith().claim('two')).kind).not.toBe('claimed')
})

test('a subject that changes while its batch is running is queued again', async () => {
  const id = await welder()
  const store = storeWith()
  await store.start(operator)
  const batch = claimed(await store.claim('one'))
  const result = await compute(batch)
  await addTalent(open.postgres, companyId, { id, title: 'Painter', skills: ['paint'] })
  await store.finish(batch, result, 5)
  expect(claimed(await store.claim('one')).subjectIds).toEqual([id])
})

test('talents and jobs are never processed concurrently for one company, but are for two', async () => {
  const store = storeWith()
  await store.start(operator)
  await welder()
  await addJob(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  const talents = claimed(await store.claim('one'))
  expect(talents.subject).toBe('TALENT')
  expect((await store.claim('two')).kind).not.toBe('claimed')
  await addJob(open.postgres, await addCompany(), { title: 'Cook', skills: ['soup'] })
  expect(claimed(await store.claim('two')).subject).toBe('JOB')
  await store.finish(talents, await compute(talents), 5)
  expect(claimed(await store.claim('one')).subject).toBe('JOB')
})

test('a company with one change does not wait for the many changes of another', async () => {
  await Promise.all(Array.from({ length: 12 }, () => welder()))
  const other = await addCompany()
  await welder(other)
  const store = storeWith({ batchSizes: { TALENT: 2, JOB: 2 } })
  await store.start(operator)
  const companies = [await store.claim('one'), await store.claim('two')].map(
    (outcome) => claimed(outcome).companyId,
  )
  expect(new Set(companies)).toEqual(new Set([companyId, other]))
})

test('concurrent replicas share the work without overlap', async () => {
  await Promise.all(Array.from({ length: 30 }, () => welder()))
  const store = storeWith({ batchSizes: { TALENT: 3, JOB: 1 } })
  await store.start(operator)
  const batches = (await Promise.all(Array.from({ length: 8 }, (_, index) => store.claim(`r${index}`)))).map(
    claimed,
  )
  const subjects = batches.flatMap(({ subjectIds }) => subjectIds)
  expect(new Set(subjects).size).toBe(24)
  expect(batches.map(({ number }) => number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a subject that keeps failing is skipped until it changes', async () => {
  const id = await welder()
  const store = storeWith()
  await store.start(operator)
  for (let failure = 0; failure < 5; failure += 1)
    await store.giveUp(claimed(await store.claim('one')), 'subjects')
  expect((await store.claim('one')).kind).not.toBe('claimed')
  await addTalent(open.postgres, companyId, { id, title: 'Painter', skills: ['paint'] })
  expect(claimed(await store.claim('one')).subjectIds).toEqual([id])
  expect(await store.readRecentWork()).toMatchObject({ errors: 5, matches: 0 })
})

test('the work of the last minutes is read by indexes, however many batches there are', async () => {
  const { postgres } = open
  await postgres.query(
    `insert into match_batches (id, number, replica, company_id, subject, subjects, leased_until, finished_at, given_up_at, matches, errors)
     select gen_random_uuid(), n, 'one', $1, 'JOB', 1, now(), case when n % 9 > 0 then at end, case when n % 9 = 0 then at end, 1, 1
       from generate_series(1, 5000) as n, lateral (select now() - make_interval(mins => n) as at) as moment`,
    [companyId],
  )
  await postgres.query('analyze match_batches')
  expect(await storeWith().readRecentWork()).toMatchObject({ matches: 4, errors: 4 })
  const { rows } = await postgres.query<{ 'QUERY PLAN': string }>(
    `explain ${recentStatement.text.replaceAll('$1', '5')}`,
  )
  expect(rows.filter((row) => row['QUERY PLAN'].includes('Seq Scan'))).toEqual([])
})

test('failures that subjects did not cause are not counted against them', async () => {
  await welder()
  const store = storeWith()
  await store.start(operator)
  for (let failure = 0; failure < 6; failure += 1)
    await store.giveUp(claimed(await store.claim('one')), 'unavailable')
  expect((await store.claim('one')).kind).toBe('claimed')
})

test('a replica works while the generator runs, counts its work, and finishes its batch before it stops', async () => {
  const jobId = await addJob(open.postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await welder()
  const store = storeWith()
  const generator = startGenerator({
    ...deps(),
    store,
    clock: createSystemClock(),
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    replica: 'one',
    idlePauseMs: 10,
  })
  await store.start(operator)
  await waitUntil(async () => (await countMatches()) === 1, { withinMs: 10_000, what: 'a match' })
  await waitUntil(async () => (await status()).status === 'running', {
    withinMs: 10_000,
    what: 'no batch in progress',
  })
  expect(generator.counts().processed).toBeGreaterThan(0)
  const { matches, errors, lastFinishedAt } = await store.readRecentWork()
  expect([matches, errors]).toEqual([generator.counts().processed, 0])
  expect(lastFinishedAt).toBeInstanceOf(Date)
  await generator.close()
  await open.postgres.query('delete from jobs where id = $1', [jobId])
  expect(await countMatches()).toBe(0)
})

/** Adds waiting jobs and an indexed talent, since a job without talents is never judged. */
async function prepareJobs(...titles: string[]) {
  const store = storeWith()
  await store.start(operator)
  await welder()
  await runUntilIdle(store, deps())
  for (const title of titles) await addJob(open.postgres, companyId, { title, skills: ['welding'] })
  return store
}

test('a replica that shuts down does not wait for a model, and gives its batch back without counting a failure', async () => {
  const store = await prepareJobs('Welder', 'Fitter')
  let asked = 0
  const judge: Judge = {
    version: 'never',
    isReady: () => true,
    judge: ({ signal }) => {
      asked += 1
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
      })
    },
  }
  const generator = startGenerator({
    ...deps(),
    judge,
    store,
    clock: createSystemClock(),
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    replica: 'one',
    idlePauseMs: 10,
  })
  await waitUntil(() => asked === 1, { withinMs: 10_000, what: 'the judge is called' })
  await generator.close(0)
  expect(asked).toBe(1)
  const { rows } = await open.postgres.query('select batch_id, failures from match_queue')
  expect(rows).toEqual([
    { batch_id: null, failures: 0 },
    { batch_id: null, failures: 0 },
  ])
  expect(await store.readRecentWork()).toMatchObject({ errors: 0 })
})

test('a replica that shuts down finishes its current job and starts no other', async () => {
  const store = await prepareJobs('Welder', 'Fitter', 'Joiner')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<JudgeAnswer>()
  let questions = 0
  const judge: Judge = {
    version: 'slow',
    isReady: () => true,
    judge: () => {
      questions += 1
      asked.resolve()
      return answer.promise
    },
  }
  const generator = startGenerator({
    ...deps(),
    judge,
    store,
    clock: createSystemClock(),
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
    replica: 'one',
  })
  await asked.promise
  const closed = generator.close(60_000)
  answer.resolve({ kind: 'judged', verdicts: [] })
  await closed
  expect(questions).toBe(1)
  expect(await status()).toMatchObject({ status: 'running', queue_size: 3 })
})

test('a talent who is deleted while a batch with them is running is not written back', async () => {
  const { postgres } = open
  const id = await welder()
  const store = storeWith()
  await store.start(operator)
  const talents = claimed(await store.claim('one'))
  const indexed = await compute(talents)
  expect(await deleteTalent(postgres, { companyId, id })).toBe(true)
  await store.finish(talents, indexed, 5)
  const known = [await welder(), await welder()]
  await runUntilIdle(store, deps())
  const jobId = await addJob(postgres, companyId, { title: 'Welder', skills: ['welding'] })
  const jobs = claimed(await store.claim('one'))
  const matched = await compute(jobs)
  expect(await deleteTalent(postgres, { companyId, id: known[0] ?? '' })).toBe(true)
  await store.finish(jobs, matched, 5)
  const { rows } = await postgres.query(
    `select 'posting' as written, talent_id from talent_postings where company_id = $1 group by 2
     union all select 'entry', talent_id from talent_index where company_id = $1
     union all select 'match', talent_id from matches where company_id = $1 and job_id = $2
     union all select 'score', talent_id from match_score_log where company_id = $1 and job_id = $2`,
    [companyId, jobId],
  )
  const kept = known[1]
  expect(rows).toEqual(
    ['posting', 'entry', 'match', 'score'].map((written) => ({ written, talent_id: kept })),
  )
})

test('a job that was matched is an event for its company', async () => {
  const { postgres } = open
  await seedEndpoint({ postgres, ids }, { companyId, eventTypes: [] })
  await welder()
  const store = storeWith()
  await store.start(operator)
  await runUntilIdle(store, deps())
  const jobId = await addJob(postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await runUntilIdle(store, deps())
  const events = await readEvents(postgres, companyId)
  expect(events).toEqual([{ type: 'match.ready', data: { jobId, matches: 1 } }])
})

test('a job that is matched again is announced only if it was changed', async () => {
  const { postgres } = open
  await seedEndpoint({ postgres, ids }, { companyId, eventTypes: [] })
  await welder()
  const store = storeWith()
  await store.start(operator)
  const id = await addJob(postgres, companyId, { title: 'Welder', skills: ['welding'] })
  await runUntilIdle(store, deps())
  expect(await readEvents(postgres, companyId)).toHaveLength(1)
  await postgres.query('update judge_queue set due_at = now() where company_id = $1', [companyId])
  expect(await store.takeUnjudged()).toBe(1)
  await runUntilIdle(store, deps())
  expect(await readEvents(postgres, companyId)).toHaveLength(1)
  await addJob(postgres, companyId, { id, title: 'Welder', skills: ['welding', 'steel'] })
  await runUntilIdle(store, deps())
  expect(await readEvents(postgres, companyId)).toHaveLength(2)
})
