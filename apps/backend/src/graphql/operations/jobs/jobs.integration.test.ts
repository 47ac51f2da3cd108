import { oneShard } from '@gatehouse/postgres/shards'
import type { User } from '@gatehouse/identity/users'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { addTalent, ids, operator } from '@gatehouse/matching/testing/seed-matching'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { matchAll, seedDocument, seedMatch } from '../../../testing/seed-company.ts'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})

const fields = 'id title status version descriptionText publishedAt requirements { text line importance }'
type Job = {
  id: string
  title: string
  version: number
  status: string
  descriptionText: string
  publishedAt: string | null
  requirements: { text: string; line: number }[]
}

const ask = (query: string, variables: Record<string, unknown>, user = admin) =>
  backend.ask(query, { user, variables: { companyId, ...variables } })

async function create(input: Record<string, unknown>) {
  const body = await ask(
    `mutation ($companyId: ID!, $input: CreateJobInput!) { createJob(companyId: $companyId, input: $input) { ${fields} } }`,
    { input },
  )
  return { body, job: body.data?.['createJob'] as Job }
}

async function update(jobId: string, input: Record<string, unknown>) {
  const body = await ask(
    `mutation ($companyId: ID!, $jobId: ID!, $input: UpdateJobInput!) {
       updateJob(companyId: $companyId, jobId: $jobId, input: $input) { ${fields} } }`,
    { jobId, input },
  )
  return { body, job: body.data?.['updateJob'] as Job }
}

const close = (jobId: string) =>
  ask(
    'mutation ($companyId: ID!, $jobId: ID!) { closeJob(companyId: $companyId, jobId: $jobId) { status version } }',
    { jobId },
  )

type Match = {
  talentId: string
  score: string
  arithmetic: string | null
  isUpToDate: boolean
  rows: { text: string; counted: string; lines: number[]; quotes: string[] }[]
}

async function readMatches(jobId: string): Promise<Match[]> {
  const { data } = await ask(
    `query ($companyId: ID!, $jobId: ID!) { matches(companyId: $companyId, jobId: $jobId) {
       nodes { talentId score arithmetic isUpToDate rows { text counted lines quotes } } } }`,
    { jobId },
  )
  const page = data?.['matches'] as { nodes: Match[] } | undefined
  return page?.nodes ?? []
}

const text = 'Required skills\n- Triage\n- Dialysis'

test('a job is a draft, with requirements that name their lines, until it is activated', async () => {
  const { job } = await create({ title: 'Night nurse', descriptionText: text })
  expect(job).toMatchObject({ title: 'Night nurse', status: 'DRAFT', version: 1, publishedAt: null })
  const lines = job.descriptionText.split('\n')
  expect(job.requirements.map(({ text: said, line }) => [said, lines[line]])).toEqual([
    ['Triage', '- Triage'],
    ['Dialysis', '- Dialysis'],
  ])
  const { job: active } = await update(job.id, { status: 'ACTIVE', title: 'Nurse', version: 1 })
  expect(active).toMatchObject({ title: 'Nurse', status: 'ACTIVE', version: 2 })
  expect(active.descriptionText).toBe(`Nurse\n\n${text}`)
  expect(active.publishedAt).not.toBeNull()
})

const readFields = `id workplace { value line } salary { min currency period line } locations { text country line }
  employmentTypes { value line } metadata requirements { id text importance line language languageLevel isCorrected }`

test('the terms of a job are shown with their lines, and corrections without', async () => {
  const descriptionText = 'Requirements:\n- German B2\n\nHybrid, full-time in Kassel\nPay: 3.200 € per month'
  const { data } = await ask(
    `mutation ($companyId: ID!, $input: CreateJobInput!) { createJob(companyId: $companyId, input: $input) { ${readFields} } }`,
    { input: { title: 'Nurse', descriptionText, metadata: { ward: 7 } } },
  )
  expect(data?.['createJob']).toMatchObject({
    workplace: { value: 'hybrid', line: 5 },
    salary: { min: 3_200, currency: 'EUR', period: 'month', line: 6 },
    locations: [{ text: 'Kassel', country: 'DE', line: 5 }],
    employmentTypes: [{ value: 'full_time', line: 5 }],
    metadata: { ward: 7 },
    requirements: [{ id: 'q1', language: 'de', languageLevel: 'b2', line: 3, isCorrected: false }],
  })
  const created = data?.['createJob'] as { id: string } | undefined
  const corrections = {
    workplace: 'remote',
    unset: ['salary'],
    requirements: [{ id: 'q1', importance: 'nice', languageLevel: 'c1' }],
    added: [{ text: 'Night shifts', importance: 'must', category: 'other' }],
  }
  const corrected = await ask(
    `mutation ($companyId: ID!, $jobId: ID!, $input: UpdateJobInput!) {
       updateJob(companyId: $companyId, jobId: $jobId, input: $input) { ${readFields} } }`,
    { jobId: created?.id, input: { corrections } },
  )
  expect(corrected.data?.['updateJob']).toMatchObject({
    workplace: { value: 'remote', line: null },
    salary: null,
    metadata: { ward: 7 },
    requirements: [
      { id: 'q1', importance: 'nice', languageLevel: 'c1', line: 3, isCorrected: true },
      { id: 'p1', text: 'Night shifts', line: null, isCorrected: true },
    ],
  })
})

test.each([
  ['metadata that is not a map of scalars', { metadata: { a: { b: 1 } } }],
  ['an unknown requirement', { corrections: { requirements: [{ id: 'q99' }] } }],
  ['a currency that is not a code', { corrections: { salary: { min: 1, currency: 'euro' } } }],
  ['an empty text', { corrections: { employer: ' ' } }],
])('%s is refused', async (_, input) => {
  const { body } = await create({ title: 'Nurse', descriptionText: text, ...input })
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
})

test('a concurrent change is detected, and a closed job stays closed', async () => {
  const { job } = await create({ title: 'Nurse', descriptionText: text })
  await update(job.id, { descriptionText: '- Infusions' })
  expect(codesOf((await update(job.id, { title: 'Doctor', version: 1 })).body)).toEqual(['CONFLICT'])
  expect((await close(job.id)).data).toEqual({ closeJob: { status: 'CLOSED', version: 3 } })
  expect((await close(job.id)).data).toEqual({ closeJob: { status: 'CLOSED', version: 3 } })
  expect(codesOf((await update(job.id, { status: 'ACTIVE' })).body)).toEqual(['CONFLICT'])
  const actions = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', job.id)
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['job.create', 'job.update', 'job.close'])
})

test('an invalid job is refused with a message that says what to do', async () => {
  expect(codesOf((await create({ title: ' ', descriptionText: text })).body)).toEqual(['BAD_USER_INPUT'])
  const long = { title: 'Nurse', descriptionText: 'x'.repeat(50_001) }
  expect(codesOf((await create(long)).body)).toEqual(['BAD_USER_INPUT'])
  await create({ title: 'Nurse', descriptionText: text, externalId: 'a-1' })
  const again = await create({ title: 'Nurse', descriptionText: text, externalId: 'a-1' })
  expect(codesOf(again.body)).toEqual(['CONFLICT'])
})

test('a job of another company is not found', async () => {
  const elsewhere = await addCompany(backend.database, 0n)
  const { jobId } = await seedMatch(backend.postgres, elsewhere)
  expect(codesOf((await update(jobId, { title: 'Mine now' })).body)).toEqual(['NOT_FOUND'])
  expect(codesOf(await close(jobId))).toEqual(['NOT_FOUND'])
  const asked = await ask(
    'query ($companyId: ID!, $jobId: ID!) { matches(companyId: $companyId, jobId: $jobId) { nodes { score } } }',
    { jobId },
  )
  expect(codesOf(asked)).toEqual(['NOT_FOUND'])
  const state = await ask(
    'query ($companyId: ID!, $jobId: ID!) { matchingState(companyId: $companyId, jobId: $jobId) { status } }',
    { jobId },
  )
  expect(codesOf(state)).toEqual(['NOT_FOUND'])
})

test('the rows of a match explain its score and quote their evidence', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const [match] = await readMatches(jobId)
  expect(match).toMatchObject({ talentId, isUpToDate: true })
  expect(match?.arithmetic).toMatch(new RegExp(`= ${match?.score.replace('.', String.raw`\.`)}$`))
  const triage = match?.rows.find(({ text: said }) => said === 'triage')
  expect(triage?.quotes).toEqual(['- triage'])
  expect(match?.rows.find(({ text: said }) => said === 'dialysis')?.quotes).toEqual([])
})

test('a match of a changed job is marked as stale until the job is matched again', async () => {
  const { jobId } = await seedMatch(backend.postgres, companyId)
  await update(jobId, { descriptionText: 'Required skills\n- Infusions' })
  expect(await readMatches(jobId)).toMatchObject([{ isUpToDate: false, rows: [] }])
  await matchAll(backend.postgres)
  expect(await readMatches(jobId)).toMatchObject([{ isUpToDate: true }])
})

const readState = (jobId: string) =>
  ask(
    `query ($companyId: ID!, $jobId: ID!) { matchingState(companyId: $companyId, jobId: $jobId) {
       status lastMatchedAt cvsWaiting talentsWaiting isJudgementWaiting isGeneratorRunning } }`,
    { jobId },
  ).then(({ data }) => data?.['matchingState'] as { lastMatchedAt: string | null })

test('the state of matching says when a job was last matched and what is still queued', async () => {
  const { job } = await create({ title: 'Night nurse', descriptionText: text })
  expect(await readState(job.id)).toMatchObject({ status: 'INACTIVE', lastMatchedAt: null })
  await update(job.id, { status: 'ACTIVE' })
  await seedDocument(backend.postgres, { companyId, text: 'a CV that is not a talent yet' })
  await addTalent(backend.postgres, companyId, { title: 'Nurse', skills: ['triage'] })
  expect(await readState(job.id)).toEqual({
    status: 'WAITING',
    lastMatchedAt: null,
    cvsWaiting: 1,
    talentsWaiting: 1,
    isJudgementWaiting: false,
    isGeneratorRunning: false,
  })
  const before = Date.now()
  await matchAll(backend.postgres)
  const matched = await readState(job.id)
  expect(matched).toMatchObject({ status: 'MATCHED', talentsWaiting: 0, isJudgementWaiting: true })
  expect(Date.parse(matched.lastMatchedAt ?? '')).toBeGreaterThanOrEqual(before)
  await addTalent(backend.postgres, companyId, { title: 'Nurse', skills: ['triage', 'dialysis'] })
  expect(await readState(job.id)).toMatchObject({ ...matched, talentsWaiting: 1 })
  await matchAll(backend.postgres)
  const again = await readState(job.id)
  expect(Date.parse(again.lastMatchedAt ?? '')).toBeGreaterThan(Date.parse(matched.lastMatchedAt ?? ''))
})

test('a job in a batch is in progress, and one that failed five times is reported as failed', async () => {
  const { jobId } = await seedMatch(backend.postgres, companyId)
  const enqueue = `select enqueue_match_subjects('JOB', array[$1::uuid], array[$2::uuid])`
  await backend.postgres.query(enqueue, [companyId, jobId])
  const store = createGeneratorStore({ shards: oneShard(backend.postgres), ids })
  for (let failures = 0; failures < 5; failures += 1) {
    expect(await readState(jobId)).toMatchObject({ status: 'WAITING' })
    await store.start(operator)
    const claimed = await store.claim('test')
    expect(await readState(jobId)).toMatchObject({ status: 'IN_PROGRESS', isGeneratorRunning: true })
    if (claimed.kind === 'claimed') await store.giveUp(claimed.batch, 'subjects')
    await store.stop(operator)
  }
  expect(await readState(jobId)).toMatchObject({ status: 'FAILED' })
})

const rematch = (jobId: string) =>
  ask(
    `mutation ($companyId: ID!, $jobId: ID!) { rematchJob(companyId: $companyId, jobId: $jobId) {
       matching { status matchCount goodCount } } }`,
    { jobId },
  )

test('an active job is matched again on request, and the request is audited', async () => {
  const { jobId } = await seedMatch(backend.postgres, companyId)
  expect((await rematch(jobId)).data).toEqual({
    rematchJob: { matching: { status: 'WAITING', matchCount: 1, goodCount: 1 } },
  })
  await matchAll(backend.postgres)
  expect(await readState(jobId)).toMatchObject({ status: 'MATCHED' })
  const entry = await backend.database
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', jobId)
    .executeTakeFirst()
  expect(entry).toEqual({ action: 'job.rematch' })
  const { job } = await create({ title: 'Nurse', descriptionText: text })
  expect(codesOf(await rematch(job.id))).toEqual(['CONFLICT'])
  expect(codesOf(await rematch(ids.uuid()))).toEqual(['NOT_FOUND'])
})

test('jobs are found by words of their title, and list how they are matched', async () => {
  await seedMatch(backend.postgres, companyId)
  await create({ title: 'Senior welder', descriptionText: text })
  const list = async (titleWords: string) =>
    (
      await ask(
        `query ($companyId: ID!, $titleWords: String) { jobs(companyId: $companyId, titleWords: $titleWords) {
           nodes { title matching { status matchCount } } } }`,
        { titleWords },
      )
    ).data?.['jobs']
  expect(await list('NURSE  night')).toEqual({
    nodes: [{ title: 'Night nurse', matching: { status: 'MATCHED', matchCount: 1 } }],
  })
  expect(await list('welder')).toEqual({
    nodes: [{ title: 'Senior welder', matching: { status: 'INACTIVE', matchCount: 0 } }],
  })
  expect(await list('100%')).toEqual({ nodes: [] })
  expect(await list(' ')).toMatchObject({ nodes: [{}, {}] })
})

test('an erased talent disappears with its matches, and only its own company can erase it', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const erase = (id: string, user = admin, of = companyId) =>
    ask(
      'mutation ($companyId: ID!, $talentId: ID!) { deleteTalent(companyId: $companyId, talentId: $talentId) }',
      { talentId: id, companyId: of },
      user,
    )
  const elsewhere = await addCompany(backend.database, 0n)
  const stranger = await addUser(backend.database, { companyId: elsewhere })
  expect(codesOf(await erase(talentId, stranger, elsewhere))).toEqual(['NOT_FOUND'])
  expect((await erase(talentId)).data).toEqual({ deleteTalent: true })
  const { data } = await ask(
    'query ($companyId: ID!) { talents(companyId: $companyId) { nodes { id } hasNextPage } }',
    {},
  )
  expect(data).toEqual({ talents: { nodes: [], hasNextPage: false } })
  expect(await readMatches(jobId)).toEqual([])
})
