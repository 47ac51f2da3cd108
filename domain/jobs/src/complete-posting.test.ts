import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { type ParsedPosting, completePosting } from './complete-posting.ts'
import { readPosting } from './read/read-posting.ts'

const text = `Cook

Bistro Lune has fed the old town since 1998.

Tasks:
- Cook every day

Requirements:
- 3 years in kitchens
- German B2

Knife work is second nature to the person who starts here on 1 May 2026.
Pay: 2,500 € per month`
const read = readPosting(text, createRuleVocabulary())

const nothing: ParsedPosting = {
  employer: null,
  department: null,
  summary: null,
  responsibilities: [],
  benefits: [],
  requirements: [],
  locations: [],
  salary: null,
  start_date: null,
  valid_through: null,
}
const knives = {
  text: 'Knife work is second nature',
  category: 'skill',
  importance: 'should',
  min_years: null,
  education_level: null,
  language: null,
  min_cefr: null,
} as const

test('values that rules did not find are added with the line that states them', () => {
  const completed = completePosting(text, read, {
    ...nothing,
    employer: 'Bistro Lune',
    start_date: { value: '2026-05-01', raw: '1 May 2026' },
    locations: [{ text: 'old town', city: null, country: null }],
    requirements: [knives],
  })
  expect(completed).toMatchObject({
    employer: { value: 'Bistro Lune', line: 2 },
    startDate: { value: '2026-05-01', line: 11 },
    locations: [{ text: 'old town', line: 2 }],
  })
  expect(completed.requirements.at(-1)).toMatchObject({
    id: 'm1',
    text: 'Knife work is second nature',
    importance: 'should',
    line: 11,
  })
  expect(completed.requirements.slice(0, -1)).toEqual(read.requirements)
})

test('what rules read stays, and words that no line contains do not count', () => {
  const salary = { min: 9_000, max: 9_000, currency: 'USD', period: 'year', gross: null } as const
  const completed = completePosting(text, read, {
    ...nothing,
    employer: 'Another Company',
    salary: { ...salary, evidence: [{ quote: 'Pay: 2,500 € per month', status: 'verified' }] },
    requirements: [
      { ...knives, text: 'Cook every day' },
      { ...knives, text: 'A firm hand' },
      { ...knives, text: 'German B2', importance: 'nice' },
    ],
  })
  expect(completed).toEqual(read)
})

test('years that rules did not find in a requirement are added', () => {
  const untimed = {
    ...read,
    requirements: read.requirements.map((one) => Object.assign({}, one, { minYears: null })),
  }
  const { requirements } = completePosting(text, untimed, {
    ...nothing,
    requirements: [{ ...knives, text: '3 years in kitchens', min_years: 3 }],
  })
  expect(requirements[0]).toMatchObject({ id: 'q1', minYears: 3 })
})
