import { expect, test } from 'vitest'
import { readJobText } from './read-job-text.ts'

const text = `Senior Backend Engineer (m/f/d)

What you will do
- Run our booking services

What you bring
- 5+ years of experience with Node.js
- PostgreSQL or MySQL
- HACCP training
- Bachelor's degree in computer science
- German B2 or better
- Three years in a similar role
- Kubernetes is a plus

Berlin, hybrid (2 days in the office), full-time
`
const { requirements } = readJobText(text, () => 1_000)
const onLine = (line: number) => requirements.filter((requirement) => requirement.line === line)

test('each requirement has its category, importance and line', () => {
  expect(requirements.map(({ category, importance, line }) => `${line} ${importance} ${category}`)).toEqual([
    '0 should title',
    '6 must experience',
    '7 must skill',
    '8 must skill',
    '9 must education',
    '10 must language',
    '11 must experience',
    '12 nice skill',
    '14 must location',
    '3 should task',
  ])
})

test('known skills are parts with the concepts that show them', () => {
  const [requirement] = onLine(6)
  expect(requirement).toMatchObject({ minMonths: 60, parts: [{ options: [{ label: 'Node.js' }] }] })
  const parts = requirement && 'parts' in requirement ? requirement.parts : []
  expect(parts[0]?.options[0]?.shownBy[0]).toEqual({ term: 'skill:node.js', label: 'Node.js', weight: 1_000 })
})

test('skills joined by "or" are options of one part', () => {
  const [requirement] = onLine(7)
  const parts = requirement && 'parts' in requirement ? requirement.parts : []
  expect(parts.map(({ options }) => options.map(({ label }) => label))).toEqual([['PostgreSQL', 'MySQL']])
})

test('a name that the vocabulary lacks is shown by its own word', () => {
  const [requirement] = onLine(8)
  const parts = requirement && 'parts' in requirement ? requirement.parts : []
  expect(parts.flatMap(({ options }) => options)).toContainEqual(
    expect.objectContaining({ words: ['haccp'] }),
  )
})

test('a similar role is a role with the title of the job', () => {
  const [title] = onLine(0)
  const [requirement] = onLine(11)
  expect(requirement).toMatchObject({ minMonths: 36, parts: title && 'parts' in title ? title.parts : [] })
})

test('the place of a job that is done there in part is a must-have', () => {
  expect(onLine(14)).toMatchObject([{ places: [{ label: 'Berlin', town: 'berlin', country: 'DE' }] }])
})

test('an empty text has no requirements', () => {
  expect(readJobText('', () => 1).requirements).toEqual([])
})
