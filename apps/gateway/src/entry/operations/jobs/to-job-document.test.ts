import type { Job } from '@gatehouse/jobs/job'
import type { Requirement } from '@gatehouse/jobs/job-facts'
import type { PostingRequirement } from '@gatehouse/jobs/posting'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { jobDocument } from './job-document.ts'
import { toJobDocument } from './to-job-document.ts'

const text = `Cook

Tasks:
- Cook every day

Requirements:
- 3 years of experience in kitchens
- Completed apprenticeship as a cook
- German B2

Berlin, Germany, on-site, full-time
Salary: 2,500 € gross per month
Apply: jobs@acme.example
`
const names = createRuleVocabulary()
const posting = readPosting(text, names)
const moment = new Date('2026-03-02T12:00:00Z')

function job(changes: Partial<Job> = {}): Job {
  return {
    id: 'j',
    companyId: 'c',
    externalId: null,
    title: 'Cook',
    descriptionText: text,
    version: 1,
    posting,
    corrections: {},
    metadata: {},
    facts: null,
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

test('the terms of a job have their own fields', () => {
  const document = jobDocument.parse(toJobDocument(job({ metadata: { team: 'north' } })))
  expect(document).toMatchObject({
    language: 'en',
    education_level: 'vocational',
    languages: [{ code: 'de', min_cefr: 'b2', importance: 'must' }],
    locations: [{ text: 'Berlin', city: 'Berlin', country: 'DE' }],
    workplace: 'on_site',
    employment_types: ['full_time'],
    contact_email: 'jobs@acme.example',
    metadata: { team: 'north' },
    salary: { min: 2_500, max: 2_500, currency: 'EUR', period: 'month', gross: true, annual_max: 30_000 },
  })
  const [evidence] = document.salary?.evidence ?? []
  expect(text.slice(evidence?.start ?? 0, evidence?.end ?? 0)).toBe('Salary: 2,500 € gross per month')
})

test('corrections of a person are shown, and need no evidence', () => {
  const added = {
    text: 'Knife skills',
    importance: 'must',
    category: 'skill',
    minYears: null,
    educationLevel: null,
    educationField: null,
    language: null,
    languageLevel: null,
  } as const
  const document = jobDocument.parse(
    toJobDocument(job({ corrections: { workplace: 'remote', added: [added] } })),
  )
  expect(document.workplace).toBe('remote')
  expect(document.requirements.at(-1)).toMatchObject({ text: 'Knife skills', confidence: 1, evidence: [] })
})

test('skills carry the concepts that the facts name', () => {
  const option = (label: string, term: string) => ({
    label,
    shownBy: [{ term, label, weight: 1_000 }],
    words: [],
  })
  const stated = { id: 'q1', text: 'kitchens', importance: 'must', line: 6, isGeneral: false } as const
  const requirement: Requirement = {
    ...stated,
    category: 'experience',
    parts: [{ options: [option('Cooking', 'skill:cooking'), option('Baking', 'esco:b1')], specificity: 1 }],
    words: [],
    minMonths: 36,
  }
  const { skills } = jobDocument.parse(
    toJobDocument(job({ facts: { schema: 'job_facts/2', requirements: [requirement] } })),
  )
  expect(skills.map(({ concept }) => concept)).toEqual([
    { scheme: 'local', id: 'skill:cooking', label: 'Cooking', match: 'exact' },
    { scheme: 'esco', id: 'b1', label: 'Baking', match: 'exact' },
  ])
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
  const requirements = Array.from({ length: 20_000 }, (_, line): PostingRequirement => ({
    id: `q${line}`,
    text: 'Go',
    category: 'skill',
    importance: 'must',
    line,
    minYears: null,
    education: null,
    language: null,
  }))
  const document = toJobDocument(job({ descriptionText, posting: { ...posting, requirements } }))
  expect(document.requirements.at(-1)?.evidence).toMatchObject([{ start: 59_997, end: 59_999 }])
}, 5_000)

test('a job whose text has not been read yet has no requirements', () => {
  expect(jobDocument.parse(toJobDocument(job({ posting: null }))).requirements).toEqual([])
})

test('the content hash changes with title and text, and with nothing else', () => {
  const hash = (changes: Partial<Job>) => toJobDocument(job(changes)).content_hash
  expect(hash({ version: 2 })).toBe(hash({}))
  expect(new Set([hash({}), hash({ title: 'Chef' }), hash({ descriptionText: 'x' })]).size).toBe(3)
})
