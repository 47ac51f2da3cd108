import { oneShard } from '@gatehouse/postgres/shards'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import type { CorrectionsChange } from '../corrections/change-corrections.ts'
import { applyCorrections } from '../corrections/job-corrections.ts'
import { expireJobs } from './expire-jobs.ts'
import { type JobChange, type NewJob, createJob, updateJob } from './manage-jobs.ts'

const ids = createIds(createSystemClock())
const names = createRuleVocabulary()
const by = { actor: { kind: 'operator', id: 'test' } } as const

const noChange: JobChange = {
  title: null,
  descriptionText: null,
  status: null,
  externalId: null,
  closesAt: null,
  metadata: null,
  corrections: null,
  version: null,
}
const noCorrection: CorrectionsChange = {
  workplace: null,
  employmentTypes: null,
  seniority: null,
  salary: null,
  locations: null,
  employer: null,
  requirements: null,
  added: null,
  unset: null,
  reset: null,
}
const noDetail = {
  line: null,
  importance: null,
  minYears: null,
  educationLevel: null,
  languageLevel: null,
  isDropped: null,
}

async function openJobs(poolSizeMax = 2) {
  const open = await openTestDatabase({ poolSizeMax })
  const companyId = ids.uuid()
  await open.postgres.query(`insert into companies (id, name) values ($1, 'Company')`, [companyId])
  const deps = { ...open, databases: oneShard(open.database), ids, names, jobQueue: undefined }
  const create = (job: Partial<NewJob>) =>
    createJob(
      deps,
      {
        companyId,
        title: 'Welder',
        descriptionText: 'Welds pipelines.',
        status: 'ACTIVE',
        externalId: null,
        closesAt: null,
        metadata: null,
        corrections: null,
        ...job,
      },
      by,
    )
  const update = (jobId: string, change: Partial<JobChange>) =>
    updateJob(deps, { companyId, jobId }, { change: { ...noChange, ...change }, by })
  const expire = () => expireJobs(open.database, ids)
  return { create, update, expire, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() }
}

// If a change needed two connections, as many concurrent changes as the pool has connections would deadlock until they
// time out.
test('updating a job needs only one connection', async () => {
  await using jobs = await openJobs(1)
  const job = await jobs.create({})
  const changed = await jobs.update(job.id, { title: 'Senior welder', version: job.version })
  expect(changed).toMatchObject({ title: 'Senior welder', version: job.version + 1 })
})

const text = `Requirements:
- 5 years of TIG welding
- Forklift licence is a plus
- German B1

Full-time in Kassel`

test('the text is read, and what was read is stored with the facts', async () => {
  await using jobs = await openJobs()
  const { posting, facts } = await jobs.create({
    descriptionText: text,
    metadata: { team: 'north', size: 4 },
  })
  expect(posting).toMatchObject({
    requirements: [{ minYears: 5 }, { importance: 'nice' }, { language: { code: 'de', level: 'b1' } }],
    employmentTypes: [{ value: 'full_time' }],
    locations: [{ town: 'kassel' }],
  })
  expect(facts?.requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(['title', 'q1', 'q3']))
})

test('corrections change the facts, and survive an edited text where the words remain', async () => {
  await using jobs = await openJobs()
  const job = await jobs.create({ descriptionText: text })
  const corrections: CorrectionsChange = {
    ...noCorrection,
    workplace: 'on_site',
    requirements: [
      { ...noDetail, id: 'q1', importance: 'nice', minYears: 3 },
      { ...noDetail, id: null, line: 4, isDropped: true },
    ],
  }
  const corrected = await jobs.update(job.id, { corrections })
  expect(corrected.facts?.requirements.find(({ id }) => id === 'q1')).toMatchObject({
    importance: 'nice',
    minMonths: 36,
  })
  expect(corrected.facts?.requirements.map(({ category }) => category)).toContain('location')
  const edited = await jobs.update(job.id, { descriptionText: `We weld.\n\n${text}\n- Own tools` })
  const shown = edited.posting && applyCorrections(edited.posting, edited.corrections)
  expect(shown).toMatchObject({
    workplace: { value: 'on_site', line: null },
    requirements: [{ importance: 'nice', minYears: 3, line: 5 }, { language: { code: 'de' } }],
  })
})

test('metadata is replaced as a whole and kept if it is not mentioned', async () => {
  await using jobs = await openJobs()
  const job = await jobs.create({ metadata: { team: 'north', size: 4 } })
  expect((await jobs.update(job.id, { title: 'Fitter' })).metadata).toEqual({ team: 'north', size: 4 })
  expect((await jobs.update(job.id, { metadata: { open: true } })).metadata).toEqual({ open: true })
})

test('an expired job is active again with a later closing date, and cannot be changed otherwise', async () => {
  await using jobs = await openJobs()
  const inMinutes = (count: number) => new Date(Date.now() + count * 60_000)
  const { id } = await jobs.create({ closesAt: inMinutes(-1) })
  await jobs.expire()
  for (const closesAt of [null, inMinutes(-1)])
    await expect(jobs.update(id, { title: 'Fitter', closesAt })).rejects.toMatchObject({
      code: 'jobs.expired',
    })
  expect(await jobs.update(id, { closesAt: inMinutes(5) })).toMatchObject({ status: 'ACTIVE', version: 3 })
  await jobs.expire()
  expect(await jobs.update(id, { title: 'Fitter' })).toMatchObject({ status: 'ACTIVE', title: 'Fitter' })
})
