import type { User } from '@gatehouse/identity/users'
import { addJob, addTalent, ids } from '@gatehouse/matching/testing/seed-matching'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { matchAll, seedDocument, seedMatch } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let member: User
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(backend.database, 0n)
  member = await addUser(backend.database, { companyId, role: 'MEMBER' })
})

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: member, variables: { companyId, ...variables } })

type MatchPage = {
  nodes: { talentId: string; score: string }[]
  endCursor: string | null
  hasNextPage: boolean
}

async function readPage(jobId: string, page: { first?: number; after?: string | null } = {}) {
  const { data } = await ask(
    `query ($companyId: ID!, $jobId: ID!, $first: Int, $after: String) {
       matches(companyId: $companyId, jobId: $jobId, first: $first, after: $after) {
         nodes { talentId score } endCursor hasNextPage } }`,
    { jobId, ...page },
  )
  return data?.['matches'] as MatchPage
}

test('the matches of a job are read page by page, best first, also those with equal scores', async () => {
  const { postgres } = backend
  for (const skills of [['triage', 'dialysis'], ['triage'], ['triage']])
    await addTalent(postgres, companyId, { title: 'Night nurse', skills })
  const jobId = await addJob(postgres, companyId, { title: 'Night nurse', skills: ['triage', 'dialysis'] })
  await matchAll(postgres)
  const all = await readPage(jobId)
  expect(all).toMatchObject({ hasNextPage: false, nodes: [{}, {}, {}] })
  expect(all.nodes[1]?.score).toBe(all.nodes[2]?.score)
  const read: MatchPage['nodes'] = []
  for (let after: string | null = null, pages = 0; pages < 3; pages += 1) {
    const page = await readPage(jobId, { first: 1, after })
    expect(page.hasNextPage).toBe(pages < 2)
    read.push(...page.nodes)
    after = page.endCursor
  }
  expect(read).toEqual(all.nodes)
  expect(await readPage(jobId, { after: 'nonsense' })).toEqual({
    nodes: [],
    endCursor: null,
    hasNextPage: false,
  })
})

const one = `query ($companyId: ID!, $jobId: ID!, $talentId: ID!) {
  match(companyId: $companyId, jobId: $jobId, talentId: $talentId) {
    jobId talentId score isUpToDate rows { status quotes } } }`

test('one match is read by its job and talent, and a pair that does not match is not found', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const [listed] = (await readPage(jobId)).nodes
  const { data } = await ask(one, { jobId, talentId })
  expect(data).toMatchObject({
    match: {
      jobId,
      talentId,
      score: listed?.score,
      isUpToDate: true,
      rows: [{}, { status: 'MET' }, { status: 'NOT_SHOWN' }],
    },
  })
  expect(codesOf(await ask(one, { jobId, talentId: ids.uuid() }))).toEqual(['NOT_FOUND'])
  expect(codesOf(await ask(one, { jobId: 'x', talentId }))).toEqual(['NOT_FOUND'])
})

test('a job is read alone, in any status, by members', async () => {
  const { jobId } = await seedMatch(backend.postgres, companyId)
  const query =
    'query ($companyId: ID!, $jobId: ID!) { job(companyId: $companyId, jobId: $jobId) { id title status } }'
  expect((await ask(query, { jobId })).data).toEqual({
    job: { id: jobId, title: 'Night nurse', status: 'ACTIVE' },
  })
  expect(codesOf(await ask(query, { jobId: ids.uuid() }))).toEqual(['NOT_FOUND'])
})

test('a talent shows the documents and the jobs that refer to them', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const { id } = await seedDocument(backend.postgres, { companyId, talentId, text: 'Night nurse' })
  const [listed] = (await readPage(jobId)).nodes
  const { data } = await ask(
    `query ($companyId: ID!, $talentId: ID!) { talent(companyId: $companyId, talentId: $talentId) {
       documents { id fileName } matches { jobId jobTitle score band } } }`,
    { talentId },
  )
  expect(data).toEqual({
    talent: {
      documents: [{ id, fileName: 'cv.pdf' }],
      matches: [{ jobId, jobTitle: 'Night nurse', score: listed?.score, band: 'GOOD' }],
    },
  })
})
