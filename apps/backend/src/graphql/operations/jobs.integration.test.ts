import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedMatch, matchAll } from '../../testing/seed-company.ts'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

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
       talentId score arithmetic isUpToDate rows { text counted lines quotes } } }`,
    { jobId },
  )
  return data?.['matches'] as Match[]
}

const text = 'Required skills\n- Triage\n- Dialysis'

test('a job is a draft, with requirements that name their lines, until it is activated', async () => {
  const { job } = await create({ title: 'Night nurse', descriptionText: text })
  expect(job).toMatchObject({ title: 'Night nurse', status: 'DRAFT', version: 1, publishedAt: null })
  const lines = job.descriptionText.split('\n')
  expect(job.requirements.map(({ text: said, line }) => [said, lines[line]])).toEqual([
    ['Night nurse', 'Night nurse'],
    ['Triage', '- Triage'],
    ['Dialysis', '- Dialysis'],
  ])
  const { job: active } = await update(job.id, { status: 'ACTIVE', title: 'Nurse', version: 1 })
  expect(active).toMatchObject({ title: 'Nurse', status: 'ACTIVE', version: 2 })
  expect(active.descriptionText).toBe(`Nurse\n\n${text}`)
  expect(active.publishedAt).not.toBeNull()
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
    'query ($companyId: ID!, $jobId: ID!) { matches(companyId: $companyId, jobId: $jobId) { score } }',
    { jobId },
  )
  expect(codesOf(asked)).toEqual(['NOT_FOUND'])
})

test('the rows of a match add up to its score and quote their evidence', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const [match] = await readMatches(jobId)
  expect(match).toMatchObject({ talentId, isUpToDate: true })
  expect(match?.arithmetic).toMatch(new RegExp(`= ${match?.score.replace('.', String.raw`\.`)}$`))
  const sum = match?.rows.reduce((total, { counted }) => total + Number(counted.split(' ')[0]), 0)
  expect(sum).toBeCloseTo(Number(match?.score), 5)
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
