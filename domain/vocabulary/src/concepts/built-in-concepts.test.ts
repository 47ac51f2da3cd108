import { expect, test } from 'vitest'
import { builtInConcepts } from './built-in-concepts.ts'

const concepts = builtInConcepts()

function keysIn(text: string): string[] {
  return concepts.find(text).map(({ concept }) => concept.key)
}

test.each([
  ['K8s and Postgres', ['skill:kubernetes', 'skill:postgresql']],
  ['Node.js, C++/C# and .NET Core', ['skill:node.js', 'skill:c++', 'skill:c#', 'skill:.net']],
  ['CI/CD, ci cd', ['skill:ci/cd', 'skill:ci/cd']],
  ['Verkäufer/in (m/w/d)', ['occupation:salesperson']],
  ['Vendeuse', ['occupation:salesperson']],
  ['Spring Boot, Machine Learning', ['skill:spring boot', 'skill:machine learning']],
])('%s names %j', (text, keys) => {
  expect(keysIn(text)).toEqual(keys)
})

test.each([
  'We go the extra mile and rest on Sundays.',
  'Go, when asked, to the office.',
  'In spring 2020 she made a swift decision.',
  'In Spring 2020 the unity of the team excelled.',
  'C class licence, vitamin C',
  'Increase sales and express a spark of interest.',
  'Communication, skills of all sorts',
  'Project\nManagement',
  'We react to changes, go on, and excel.',
  'eat, rest, go',
])('"%s" names no technical skill', (text) => {
  expect(keysIn(text).filter((key) => !key.includes('communication'))).toEqual([])
})

test.each([
  ['Python, Go, R', ['skill:python', 'skill:go', 'skill:r']],
  ['Languages: C, R', ['skill:c', 'skill:r']],
  ['Senior Go developer', ['skill:go', 'occupation:software developer']],
  ['statistical programming in R.', ['skill:programming', 'skill:r']],
  ['• Swift', ['skill:swift']],
  ['REST and GraphQL', ['skill:rest apis', 'skill:graphql']],
  ['html, css, react, go', ['skill:html', 'skill:css', 'skill:react', 'skill:go']],
  ['soap, rest, graphql', ['skill:graphql']],
])('an ambiguous name counts among other skills: %s', (text, keys) => {
  expect(keysIn(text)).toEqual(keys)
})

test('a narrower concept counts more than a broader one', () => {
  expect(concepts.near('occupation:nurse')).toContainEqual({
    key: 'occupation:pediatric nurse',
    label: 'pediatric nurse',
    weight: 900,
  })
  expect(concepts.near('occupation:pediatric nurse')).toContainEqual({
    key: 'occupation:nurse',
    label: 'nurse',
    weight: 400,
  })
  expect(concepts.near('skill:unknown')).toEqual([])
})
