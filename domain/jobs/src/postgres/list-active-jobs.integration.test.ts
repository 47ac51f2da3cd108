import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobFacts } from '../job-facts.ts'
import { type ActiveJobsQuery, listActiveJobs } from './list-active-jobs.ts'
import { type JobStatus, saveJobs, setJobStatus } from './save-jobs.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())
const facts: JobFacts = { schema: 'job_facts/2', requirements: [] }

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

async function addCompany(): Promise<string> {
  const id = ids.uuid()
  await open.postgres.query('insert into companies (id, name) values ($1, $2)', [id, `Company ${id}`])
  return id
}

async function addJob(
  companyId: string,
  title: string,
  status: JobStatus = 'ACTIVE',
  text = '',
): Promise<string> {
  const id = ids.uuid()
  await saveJobs(open.postgres, [{ companyId, id, title, status, descriptionText: text, facts }])
  return id
}

async function titles(question: Partial<ActiveJobsQuery> & { companyId: string }): Promise<string[]> {
  const { jobs } = await listActiveJobs(open.postgres, { limit: 100, ...question })
  return jobs.map(({ title }) => title)
}

test("only the company's active jobs are listed, most recently changed last", async () => {
  const companyId = await addCompany()
  const first = await addJob(companyId, 'Cook')
  await addJob(companyId, 'Waiter')
  await addJob(companyId, 'Draft', 'DRAFT')
  await addJob(await addCompany(), 'Elsewhere')
  const closing = await addJob(companyId, 'Over')
  await open.postgres.query(`update jobs set closes_at = now() - interval '1 s' where id = $1`, [closing])
  expect(await titles({ companyId })).toEqual(['Cook', 'Waiter'])
  await setJobStatus(open.postgres, { companyId, id: first, status: 'PAUSED' })
  await setJobStatus(open.postgres, { companyId, id: first, status: 'ACTIVE' })
  expect(await titles({ companyId })).toEqual(['Waiter', 'Cook'])
})

test('a change is not dated before one that was listed while it was being made', async () => {
  const companyId = await addCompany()
  const ofId = (id: string, title: string) =>
    ({ companyId, id, title, status: 'ACTIVE', descriptionText: '', facts }) as const
  const [slow, paused] = [await addJob(companyId, 'Slow'), await addJob(companyId, 'Paused')]
  await open.postgres.transaction(async (tx) => {
    await tx.query('select now()')
    const quick = await addJob(companyId, 'Quick')
    const { jobs } = await listActiveJobs(open.postgres, { companyId, limit: 100 })
    const seen = jobs.find(({ id }) => id === quick)?.updatedAt.toISOString() ?? ''
    await saveJobs(tx, [ofId(slow, 'Slow, changed'), ofId(ids.uuid(), 'New')])
    await setJobStatus(tx, { companyId, id: paused, status: 'PAUSED' })
    await setJobStatus(tx, { companyId, id: paused, status: 'ACTIVE' })
    const { jobs: changed } = await listActiveJobs(tx, { companyId, limit: 100, updatedSince: seen })
    expect(changed.map(({ title }) => title)).toEqual(['Quick', 'Slow, changed', 'New', 'Paused'])
  })
})

test('paging returns every job exactly once, even jobs with equal timestamps', async () => {
  const companyId = await addCompany()
  const jobs = Array.from({ length: 7 }, (_, index) => ({
    companyId,
    id: ids.uuid(),
    title: `Job ${index}`,
    status: 'ACTIVE' as const,
    descriptionText: '',
    facts,
  }))
  await saveJobs(open.postgres, jobs)
  await open.postgres.query('update jobs set updated_at = now() where company_id = $1', [companyId])
  const seen: string[] = []
  let after: ActiveJobsQuery['after']
  do {
    const page = await listActiveJobs(open.postgres, { companyId, limit: 3, after })
    seen.push(...page.jobs.map(({ title }) => title))
    after = page.next
  } while (after)
  expect(seen).toEqual(jobs.map(({ title }) => title))
})

test('a page of jobs with long texts ends before its limit and continues', async () => {
  const companyId = await addCompany()
  const text = ' '.repeat(1_500_000)
  for (const title of ['1', '2', '3', '4', '5']) await addJob(companyId, title, 'ACTIVE', text)
  const first = await listActiveJobs(open.postgres, { companyId, limit: 100 })
  expect(first.jobs.map(({ title }) => title)).toEqual(['1', '2', '3'])
  const second = await listActiveJobs(open.postgres, { companyId, limit: 100, after: first.next })
  expect(second.jobs.map(({ title }) => title)).toEqual(['4', '5'])
  expect(second.next).toBeUndefined()
})

test('a job longer than a page is a page', async () => {
  const companyId = await addCompany()
  for (const title of ['1', '2']) await addJob(companyId, title, 'ACTIVE', ' '.repeat(4_500_000))
  const first = await listActiveJobs(open.postgres, { companyId, limit: 100 })
  expect(first.jobs.map(({ title }) => title)).toEqual(['1'])
  expect(await titles({ companyId, after: first.next })).toEqual(['2'])
})

test('words that punctuation joins are found', async () => {
  const companyId = await addCompany()
  await addJob(
    companyId,
    'C++/Java',
    'ACTIVE',
    'full-stack,backend;frontend in Node.js; apply to jobs@example.com <now> [or] a\\b `c` x-y_z',
  )
  for (const word of [
    'java',
    'full',
    'stack',
    'backend',
    'frontend',
    'js',
    'example',
    'com',
    'now',
    'or',
    'b',
    'c',
    'y',
    'z',
  ])
    expect(await titles({ companyId, words: [word] }), word).toEqual(['C++/Java'])
})

test('search words match prefixes of words in title and text and never act as operators', async () => {
  const companyId = await addCompany()
  await addJob(companyId, 'Bäcker', 'ACTIVE', 'Brot, C++ und Node.js')
  await addJob(companyId, 'Baker', 'ACTIVE', "the baker's bread")
  const find = (...words: string[]) => titles({ companyId, words })
  expect(await find('bäck')).toEqual(['Bäcker'])
  expect(await find('bread')).toEqual(['Baker'])
  expect(await find('bread', 'brot')).toEqual([])
  expect(await find('node')).toEqual(['Bäcker'])
  expect(await find("bread'|'brot")).toEqual([])
  expect(await find('\\', '!&|')).toBeInstanceOf(Array)
})

test('updatedSince is inclusive', async () => {
  const companyId = await addCompany()
  await addJob(companyId, 'Before')
  const { rows } = await open.postgres.query<{ moment: string }>('select clock_timestamp()::text as moment')
  await addJob(companyId, 'After')
  expect(await titles({ companyId, updatedSince: rows[0]?.moment })).toEqual(['After'])
})
