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

test('the start of the band and what the rows add are exactly the score, and the lines name no one', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const { data } = await ask(
    `query ($companyId: ID!, $jobId: ID!, $talentId: ID!) {
       match(companyId: $companyId, jobId: $jobId, talentId: $talentId) {
         score bandStart rows { adds isJudged } lines lineTexts } }`,
    { jobId, talentId },
  )
  type Explained = {
    score: string
    bandStart: string
    rows: { adds: string; isJudged: boolean }[]
    lines: number[]
    lineTexts: string[]
  }
  const none: Explained = { score: '0', bandStart: '1', rows: [], lines: [], lineTexts: [] }
  const { score, bandStart, rows, lines, lineTexts } = (data?.['match'] ?? none) as Explained
  const toPoints = (decimal: string) => BigInt(decimal.replace('.', ''))
  expect(rows.reduce((sum, { adds }) => sum + toPoints(adds), toPoints(bandStart))).toBe(toPoints(score))
  expect(rows.some(({ isJudged }) => isJudged)).toBe(false)
  expect(lineTexts[lines.indexOf(6)]).toBe('- triage')
  expect(lineTexts).not.toContain('Ann Example')
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

const whatIf = `query ($companyId: ID!, $jobId: ID!, $talentId: ID!, $without: [ID!], $with: [AssumedRequirement!]) {
  scoreWhatIf(companyId: $companyId, jobId: $jobId, talentId: $talentId, without: $without, with: $with) {
    score rows { requirementId status points share } } }`

type Scored = {
  score: string
  rows: { requirementId: string; status: string; points: string; share: string }[]
}

test('a what-if score is computed as all scores are, and nothing is stored', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const [listed] = (await readPage(jobId)).nodes
  const score = async (change: Record<string, unknown> = {}) =>
    (await ask(whatIf, { jobId, talentId, ...change })).data?.['scoreWhatIf'] as Scored
  const asItIs = await score()
  expect(asItIs.score).toBe(listed?.score)
  const missing = asItIs.rows.find(({ status }) => status === 'NOT_SHOWN')
  expect(missing).toMatchObject({ points: '0.00000' })
  expect(asItIs.rows.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(100)
  const requirementId = missing?.requirementId ?? ''
  const met = await score({ with: [{ requirementId, status: 'MET' }] })
  expect(Number(met.score)).toBeGreaterThan(Number(asItIs.score))
  expect(met.rows.find((row) => row.requirementId === requirementId)).toEqual({
    requirementId,
    status: 'MET',
    points: missing?.share,
    share: missing?.share,
  })
  const crossedOut = await score({ without: [requirementId] })
  expect(crossedOut.rows).toHaveLength(asItIs.rows.length - 1)
  expect(Number(crossedOut.score)).toBeGreaterThan(Number(asItIs.score))
  expect((await readPage(jobId)).nodes).toEqual([listed])
})

test('a what-if of an unknown requirement, job or talent is refused', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const codes = async (variables: Record<string, unknown>) =>
    codesOf(await ask(whatIf, { jobId, talentId, ...variables }))
  expect(await codes({ without: ['q99'] })).toEqual(['BAD_USER_INPUT'])
  expect(await codes({ with: [{ requirementId: 'q99', status: 'MET' }] })).toEqual(['BAD_USER_INPUT'])
  expect(await codes({ jobId: ids.uuid() })).toEqual(['NOT_FOUND'])
  expect(await codes({ talentId: ids.uuid() })).toEqual(['NOT_FOUND'])
})

const history = `query ($companyId: ID!, $jobId: ID!, $talentId: ID!) {
  matchHistory(companyId: $companyId, jobId: $jobId, talentId: $talentId) { score hasJobChanged hasTalentChanged } }`

test('the history of a match has each score, newest first, and what had changed', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const [before] = (await readPage(jobId)).nodes
  await addTalent(backend.postgres, companyId, {
    id: talentId,
    title: 'Night nurse',
    skills: ['triage', 'dialysis'],
  })
  await matchAll(backend.postgres)
  const [after] = (await readPage(jobId)).nodes
  expect((await ask(history, { jobId, talentId })).data).toEqual({
    matchHistory: [
      { score: after?.score, hasJobChanged: false, hasTalentChanged: true },
      { score: before?.score, hasJobChanged: false, hasTalentChanged: false },
    ],
  })
  expect(codesOf(await ask(history, { jobId, talentId: ids.uuid() }))).toEqual(['NOT_FOUND'])
})

const setStatus = `mutation ($companyId: ID!, $talentId: ID!, $status: TalentStatus!) {
  setTalentStatus(companyId: $companyId, talentId: $talentId, status: $status) { id status } }`

test('a withdrawn talent loses its matches and gets them back when active again, and each change is audited once', async () => {
  const { jobId, talentId } = await seedMatch(backend.postgres, companyId)
  const set = (status: string) => ask(setStatus, { talentId, status })
  expect((await set('WITHDRAWN')).data).toEqual({ setTalentStatus: { id: talentId, status: 'WITHDRAWN' } })
  await set('WITHDRAWN')
  await matchAll(backend.postgres)
  expect((await readPage(jobId)).nodes).toEqual([])
  await set('ACTIVE')
  await matchAll(backend.postgres)
  expect((await readPage(jobId)).nodes).toMatchObject([{ talentId }])
  const entries = await backend.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('company_id', '=', companyId)
    .where('subject_id', '=', talentId)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'talent.set_status', details: { status: 'WITHDRAWN' } },
    { action: 'talent.set_status', details: { status: 'ACTIVE' } },
  ])
  expect(codesOf(await ask(setStatus, { talentId: ids.uuid(), status: 'ACTIVE' }))).toEqual(['NOT_FOUND'])
})

test('the text of a job is read without storing it', async () => {
  const preview = `query ($companyId: ID!, $text: String!) { previewJob(companyId: $companyId, text: $text) {
    title workplace { value line } requirements { text line isCorrected } } }`
  const text = 'Night nurse\n\nWorkplace: on-site\n\nRequired skills\n- Triage'
  expect((await ask(preview, { text })).data).toEqual({
    previewJob: {
      title: 'Night nurse',
      workplace: { value: 'on_site', line: 2 },
      requirements: [{ text: 'Triage', line: 5, isCorrected: false }],
    },
  })
  expect(codesOf(await ask(preview, { text: 'x'.repeat(50_001) }))).toEqual(['BAD_USER_INPUT'])
  const jobs = await backend.database
    .selectFrom('jobs')
    .select('id')
    .where('company_id', '=', companyId)
    .execute()
  expect(jobs).toEqual([])
})
