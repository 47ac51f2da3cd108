import { expect, test } from 'vitest'
import { extractJd } from './extract-document.ts'
import { parsedJdSchema } from './parsed/parsed-jd.ts'
import { documentOf, scriptedModel } from './testing/scripted-model.ts'

const text = `Senior Backend Engineer (m/f/d)
Acme GmbH, Berlin, Germany
Apply until 31 December 2026 at jobs@acme.example
Your tasks
Build payment services
Requirements
At least 5 years of experience with Go or Rust
Master of Computer Science or similar
Fluent English, level C1
Salary
€ 70.000 – 85.000 per year, hybrid, 2 days on site
Benefits
30 days of holiday`

const requirement = { importance: 'must', from: 7, to: 7 }
const answer = {
  title: 'Senior Backend Engineer',
  employer: 'Acme GmbH',
  responsibilities: [{ from: 5, to: 5 }],
  requirements: [
    {
      ...requirement,
      text: 'experience with Go',
      category: 'skill',
      skill_name: 'Go',
      min_years: 5,
      any_of_group: 'go or rust',
    },
    {
      ...requirement,
      text: '5 years experience, Rust',
      category: 'skill',
      skill_name: 'Rust',
      any_of_group: 'go or rust',
    },
    { text: 'Master of Computer Science', category: 'education', importance: 'should', from: 8, to: 8 },
    { text: 'Fluent English, level C1', category: 'language', importance: 'must', from: 9, to: 9 },
  ],
  experience_years: { min: 5, max: null },
  workplace: 'hybrid',
  onsite_days_per_week: 2,
  locations: [{ text: 'Berlin, Germany', city: 'Berlin', region: null }],
  salary: { min: 70_000, max: 85_000, currency: 'EUR', period: 'year', gross: null, from: 11, to: 11 },
  benefits: ['30 days of holiday'],
  valid_through_text: '31 December 2026',
  contact_email: 'jobs@acme.example',
}

async function parse(said: object) {
  const outcome = await extractJd(
    scriptedModel(() => said),
    documentOf(text),
  )
  if (outcome.kind === 'failed') throw new Error('nothing was extracted')
  return parsedJdSchema.parse(outcome.parsed)
}

test('a posting is split into atomic requirements with evidence', async () => {
  const { data, extraction, warnings } = await parse(answer)
  expect(warnings).toEqual([])
  expect(extraction).toMatchObject({ complete: true, unverified_fields: 0 })
  expect(data.requirements).toMatchObject([
    { id: 'req_1', text: 'experience with Go', min_years: 5, any_of_group: 'g1', confidence: 1 },
    // A paraphrase: replaced by the posting's own line.
    {
      id: 'req_2',
      text: 'At least 5 years of experience with Go or Rust',
      evidence: [{ status: 'repaired' }, {}],
    },
    { id: 'req_3', education_level: 'master' },
    { id: 'req_4', language: 'en', min_cefr: 'c1' },
  ])
  expect(data).toMatchObject({
    title: 'Senior Backend Engineer',
    seniority: 'senior',
    education_level: 'master',
    responsibilities: ['Build payment services'],
    skills: [
      { name: 'Go', requirement_id: 'req_1' },
      { name: 'Rust', requirement_id: 'req_2' },
    ],
    languages: [{ code: 'en', min_cefr: 'c1', importance: 'must' }],
    locations: [{ city: 'Berlin', country: 'DE' }],
    salary: { min: 70_000, max: 85_000, currency: 'EUR', annual_min: 70_000, stated: 'explicit' },
    onsite_days_per_week: 2,
    valid_through: { value: '2026-12-31', precision: 'day' },
    contact_email: 'jobs@acme.example',
    benefits: ['30 days of holiday'],
  })
})

test('the years and the skill of one requirement do not become those of another', async () => {
  const { data, warnings } = await parse({
    ...answer,
    requirements: [
      { ...answer.requirements[2], skill_name: 'Rust', min_years: 5, from: 7, to: 8 },
      { ...answer.requirements[0], from: 6, to: 9 },
    ],
  })
  expect(data.requirements.map(({ min_years }) => min_years)).toEqual([null, 5])
  expect(data.skills).toMatchObject([{ name: 'Go', requirement_id: 'req_2' }])
  expect(warnings.map(({ path }) => path)).toEqual([
    'data.requirements[0].skill_name',
    'data.requirements[0].min_years',
  ])
})

test('a word, number or address that is not in the posting is not a fact', async () => {
  const lie = {
    ...answer,
    employer: 'Globex',
    requirements: [
      { text: 'must speak fluent Klingon', category: 'language', importance: 'must', from: 5, to: 5 },
      { ...requirement, text: 'experience with Go', category: 'skill', skill_name: 'Haskell', min_years: 9 },
    ],
    salary: { ...answer.salary, max: 120_000 },
    onsite_days_per_week: 4,
    contact_email: 'evil@example.org',
    benefits: ['free rockets'],
    valid_through_text: '1 January 2030',
  }
  const { data, warnings } = await parse(lie)
  expect(data).toMatchObject({
    employer: null,
    requirements: [{ text: 'experience with Go', min_years: null, concept: null }],
    skills: [],
    salary: { min: 70_000, max: null },
    onsite_days_per_week: null,
    contact_email: 'jobs@acme.example',
    benefits: [],
    valid_through: null,
  })
  expect(
    warnings
      .filter(({ code }) => code === 'unverified_value')
      .map(({ path }) => path)
      .toSorted((one, other) => String(one).localeCompare(String(other))),
  ).toEqual([
    'data.benefits[0]',
    'data.contact_email',
    'data.employer',
    'data.onsite_days_per_week',
    'data.requirements[0].text',
    'data.requirements[1].min_years',
    'data.requirements[1].skill_name',
    'data.salary.max',
    'data.valid_through',
  ])
})
