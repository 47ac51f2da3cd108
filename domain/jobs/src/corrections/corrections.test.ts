import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readPosting } from '../read/read-posting.ts'
import { type CorrectionsChange, changeCorrections } from './change-corrections.ts'
import { type JobCorrections, applyCorrections, correctedIds } from './job-corrections.ts'

const posting = readPosting(
  'Cook\n\nRequirements:\n- 3 years in kitchens\n- Fluent German\n\nHybrid, 2.450 € per month',
  createRuleVocabulary(),
)
const none: CorrectionsChange = {
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
const keep = {
  id: null,
  line: null,
  importance: null,
  minYears: null,
  educationLevel: null,
  languageLevel: null,
  isDropped: null,
}
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
const change = (current: JobCorrections, changes: Partial<CorrectionsChange>) =>
  changeCorrections(current, { ...none, ...changes }, posting)

test('a corrected value has no line, and what is not mentioned keeps its correction', () => {
  const first = change({}, { workplace: 'remote', locations: [{ text: 'Munich', country: null }] })
  const second = change(first, { employer: 'Acme' })
  expect(applyCorrections(posting, second)).toMatchObject({
    workplace: { value: 'remote', line: null },
    locations: [{ text: 'Munich', town: 'munchen', country: 'DE', line: null }],
    employer: { value: 'Acme', line: null },
    salary: { min: 2_450, line: 6 },
  })
})

test('a posting can state nothing, and a reset returns to what was read', () => {
  const unset = change({}, { unset: ['workplace', 'salary', 'employmentTypes'] })
  expect(applyCorrections(posting, unset)).toMatchObject({
    workplace: null,
    salary: null,
    employmentTypes: [],
  })
  const reset = change(unset, { reset: ['workplace', 'requirements'] })
  expect(applyCorrections(posting, reset)).toMatchObject({ workplace: { value: 'hybrid' }, salary: null })
})

test('requirements are changed, dropped and added', () => {
  const corrections = change(
    {},
    {
      requirements: [
        { ...keep, id: 'q1', minYears: 2 },
        { ...keep, line: 4, languageLevel: 'b2' },
      ],
      added: [added],
    },
  )
  const { requirements } = applyCorrections(posting, corrections)
  expect(requirements).toMatchObject([
    { id: 'q1', minYears: 2, line: 3 },
    { id: 'q2', language: { code: 'de', level: 'b2' }, line: 4 },
    { id: 'p1', text: 'Knife skills', line: null },
  ])
  expect([...correctedIds(posting, corrections)]).toEqual(['q1', 'q2', 'p1'])
  const dropped = change(corrections, {
    requirements: [
      { ...keep, id: 'p1', isDropped: true },
      { ...keep, id: 'q1', isDropped: true },
    ],
  })
  expect(applyCorrections(posting, dropped).requirements.map(({ id }) => id)).toEqual(['q2'])
})

test('an unknown requirement and too many corrections are refused', () => {
  expect(() => change({}, { requirements: [{ ...keep, id: 'q9' }] })).toThrow('no requirement q9')
  const many = Array.from({ length: 201 }, () => added)
  expect(() => change({}, { added: many })).toThrow('at most 200')
})
