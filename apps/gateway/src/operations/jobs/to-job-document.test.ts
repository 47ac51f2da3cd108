import type { Job } from '@gatehouse/jobs/job'
import type { Requirement } from '@gatehouse/jobs/job-facts'
import { readJobText } from '@gatehouse/jobs/read-job-text'
import { expect, test } from 'vitest'
import { jobDocument } from './job-document.ts'
import { toJobDocument } from './to-job-document.ts'

const text = 'Cook\n\nTasks:\n- Cook every day\n\nRequirements:\n- 3 years of experience in kitchens\n'
const moment = new Date('2026-03-02T12:00:00Z')

function job(changes: Partial<Job> = {}): Job {
  return {
    id: 'j',
    companyId: 'c',
    externalId: null,
    title: 'Cook',
    descriptionText: text,
    version: 1,
    facts: readJobText(text, () => 1),
    createdAt: moment,
    updatedAt: moment,
    publishedAt: null,
    closesAt: null,
    ...changes,
  }
}

test('requirements cite the words that state them, and tasks are not requirements', () => {
  const document = jobDocument.parse(toJobDocument(job()))
  expect(document.responsibilities).toEqual(['Cook every day'])
  const [requirement] = document.requirements
  expect(requirement).toMatchObject({
    category: 'experience',
    min_years: 3,
    importance: 'must',
    confidence: 1,
  })
  const [evidence] = requirement?.evidence ?? []
  expect(text.slice(evidence?.start ?? 0, evidence?.end ?? 0)).toBe('3 years of experience in kitchens')
  expect(document.experience_years).toEqual({ min: 3, max: null })
})

test('words that do not occur in the text are not marked as verified', () => {
  const document = toJobDocument(job({ descriptionText: 'Cook\nSomething else\n' }))
  expect(document.requirements[0]).toMatchObject({
    confidence: 0,
    evidence: [{ start: null, end: null, status: 'unverified' }],
  })
})

// GET /jobs converts up to a hundred jobs in one request. When the text was split again for each requirement,
// converting this job alone took 47 s.
test('a long text with many requirements takes a bounded time', () => {
  const descriptionText = 'Go\n'.repeat(20_000)
  const requirements = Array.from({ length: 20_000 }, (_, line) => ({
    id: `q${line}`,
    text: 'Go',
    category: 'skill' as const,
    importance: 'must' as const,
    line,
    minMonths: null,
  })) as Requirement[]
  const document = toJobDocument(job({ descriptionText, facts: { schema: 'job_facts/1', requirements } }))
  expect(document.requirements.at(-1)?.evidence).toMatchObject([{ start: 59_997, end: 59_999 }])
}, 5_000)

test('education, languages and locations have their own fields', () => {
  const stated = { importance: 'must', line: 0 } as const
  const requirements: Requirement[] = [
    { ...stated, id: 'q1', text: 'a degree', category: 'education', level: 'bachelor' },
    { ...stated, id: 'q2', text: 'German', category: 'language', language: 'de', level: 'b2' },
    { ...stated, id: 'q3', text: 'Berlin', category: 'location', country: 'de', isRemoteOk: false },
  ]
  const document = jobDocument.parse(toJobDocument(job({ facts: { schema: 'job_facts/1', requirements } })))
  expect(document.education_level).toBe('bachelor')
  expect(document.languages).toEqual([{ code: 'de', min_cefr: 'b2', importance: 'must' }])
  expect(document.locations).toMatchObject([{ text: 'Berlin', country: 'DE' }])
})

test('a job whose text has not been read yet has no requirements', () => {
  expect(jobDocument.parse(toJobDocument(job({ facts: null }))).requirements).toEqual([])
})

test('the content hash changes with title and text, and with nothing else', () => {
  const hash = (changes: Partial<Job>) => toJobDocument(job(changes)).content_hash
  expect(hash({ version: 2 })).toBe(hash({}))
  expect(new Set([hash({}), hash({ title: 'Chef' }), hash({ descriptionText: 'x' })]).size).toBe(3)
})
