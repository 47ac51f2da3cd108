import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { expect, test } from 'vitest'
import { readPosting } from './read-posting.ts'

const names = createRuleVocabulary()
const read = (text: string) => readPosting(text, names)
const asked = (text: string) =>
  read(text).requirements.map(({ line, importance, category, text: words }) => [
    line,
    importance,
    category,
    words,
  ])

const posting = `Senior Backend Engineer (m/f/d)

Acme Health builds software for clinics. We were founded in Hamburg.

What you will do
- Design and run our booking services

What you bring
- 5+ years of experience with Node.js
- Bachelor's degree in computer science or a related field
- German B2 or better
- Kubernetes is a plus

What we offer
- 30 days of vacation
- 65,000 – 80,000 € per year

Berlin, hybrid (2 days in the office), full-time
Apply by mail: jobs@acme-health.example`

test('a posting is read with the line of each value', () => {
  expect(read(posting)).toMatchObject({
    language: 'en',
    title: 'Senior Backend Engineer (m/f/d)',
    titleLine: 0,
    summary: { line: 2 },
    seniority: { value: 'senior', line: 0 },
    employmentTypes: [{ value: 'full_time', line: 17 }],
    workplace: { value: 'hybrid', line: 17 },
    onsiteDaysPerWeek: { value: 2, line: 17 },
    locations: [{ text: 'Berlin', town: 'berlin', country: 'DE', line: 17 }],
    salary: { min: 65_000, max: 80_000, currency: 'EUR', period: 'year', line: 15 },
    responsibilities: [{ text: 'Design and run our booking services', line: 5 }],
    benefits: [{ text: '30 days of vacation', line: 14 }],
    apply: { email: 'jobs@acme-health.example', line: 18 },
    requirements: [
      { id: 'q1', line: 8, importance: 'must', category: 'experience', minYears: 5 },
      {
        id: 'q2',
        line: 9,
        importance: 'must',
        category: 'education',
        education: { level: 'bachelor', field: 'computer science' },
      },
      {
        id: 'q3',
        line: 10,
        importance: 'must',
        category: 'language',
        language: { code: 'de', level: 'b2' },
      },
      { id: 'q4', line: 11, importance: 'nice', category: 'skill', text: 'Kubernetes is a plus' },
    ],
  })
})

test('a line can state a must and a wish', () => {
  expect(asked('Berater\n\nIhr Profil:\n- Verhandlungssicheres Englisch, Italienisch von Vorteil\n')).toEqual(
    [
      [3, 'must', 'language', 'Verhandlungssicheres Englisch,'],
      [3, 'nice', 'language', 'Italienisch von Vorteil'],
    ],
  )
})

test('labelled lines are read as small sections', () => {
  const { locations, salary, requirements, employmentTypes } = read(
    'Fahrer\n\nArbeitsort: Weidenau\nLohn: 18,50 € pro Stunde\nAnstellung: Vollzeit, unbefristet\nFührerschein: Klasse CE\nWünschenswert: Staplerschein',
  )
  expect(locations).toMatchObject([{ text: 'Weidenau', town: null, line: 2 }])
  expect(salary).toMatchObject({ min: 18.5, max: 18.5, period: 'hour', line: 3 })
  expect(employmentTypes).toEqual([{ value: 'full_time', line: 4 }])
  expect(requirements.map(({ line, importance }) => [line, importance])).toEqual([
    [5, 'must'],
    [6, 'nice'],
  ])
})

test('prose without headings is read sentence by sentence', () => {
  const { requirements, responsibilities, benefits } = read(`Receptionist

As our receptionist you will welcome guests and take payments.

You have at least one year of experience at a front desk. Knowledge of Opera would be a plus.

You will also receive meals on duty and a uniform.`)
  expect(requirements.map(({ line, importance, minYears }) => [line, importance, minYears])).toEqual([
    [4, 'must', 1],
    [4, 'nice', null],
  ])
  expect(responsibilities.map(({ line }) => line)).toEqual([2])
  expect(benefits.map(({ line }) => line)).toEqual([6])
})

test.each([
  ['Poste basé à Montpellier. Télétravail deux jours par semaine.', 'hybrid'],
  ['Contrat CDI, sans télétravail.', 'on_site'],
  ['Jornada completa. Teletrabajo total.', 'remote'],
  ['Program full-time, exclusiv la sediu.', 'on_site'],
  ['Full-time. We have an on-site canteen.', undefined],
])('%s is %s', (line, workplace) => {
  expect(read(`Koch\n\n${line}`).workplace?.value).toBe(workplace)
})

test('a stay abroad, a founding place and customers are not the place of work', () => {
  const { locations } = read(
    'Verkäufer\n\nGegründet wurden wir in Dresden. Die Stelle in Kassel ist in Vollzeit zu besetzen.',
  )
  expect(locations).toMatchObject([{ town: 'kassel' }])
})

test('a heading that announces the title is not the title', () => {
  expect(read('## Job title\nSurgeon\n\n## Required Experience\n1. Two years in a clinic')).toMatchObject({
    title: 'Surgeon',
    titleLine: 1,
    requirements: [{ minYears: 2, line: 4 }],
  })
})

test('an empty text gives an empty posting', () => {
  expect(read('')).toMatchObject({ title: '', titleLine: 0, language: null, requirements: [], locations: [] })
})

test('a line that is too long is cut between characters', () => {
  const long = `Cook\n\nRequirements\n- a ${'\u{1f600}'.repeat(3_000)}\n- Field: b${'\u{1f600}'.repeat(3_000)}\n`
  expect(JSON.stringify(read(long))).not.toMatch(/\\ud83d/)
})
