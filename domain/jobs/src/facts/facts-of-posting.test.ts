import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import { expect, test } from 'vitest'
import { readPosting } from '../read/read-posting.ts'
import { factsOfPosting } from './facts-of-posting.ts'

const names = createRuleVocabulary()
const reading = { concepts: builtInConcepts(), specificityOf: () => 1_000 }

function requirementsOf(...lines: string[]) {
  const text = ['Clerk', '', 'Requirements', ...lines.map((line) => `- ${line}`)].join('\n')
  return factsOfPosting(readPosting(text, names), reading).requirements.filter(({ id }) => id !== 'title')
}

function labelsOf(line: string): string[][] {
  return requirementsOf(line).flatMap((one) =>
    'parts' in one ? one.parts.map(({ options }) => options.map(({ label }) => label)) : [],
  )
}

test('languages joined by "or" are alternatives', () => {
  expect(requirementsOf('French or German at level B1')).toMatchObject([
    { language: 'fr', level: 'b1', alternatives: [{ language: 'de', level: 'b1' }] },
  ])
  expect(requirementsOf('French B1 and German B1')).toHaveLength(2)
})

test('a home is a place, in a town or in a country', () => {
  expect(requirementsOf('Your home in the UK, for payroll reasons')).toMatchObject([
    { category: 'location', places: [{ town: null, country: 'GB' }] },
  ])
  expect(requirementsOf('Domicile à Lyon')).toMatchObject([
    { category: 'location', places: [{ town: 'lyon', country: 'FR' }] },
  ])
})

test('a reason is not a requirement', () => {
  expect(requirementsOf('German at level B2, because you talk to customers every day')).toMatchObject([
    { category: 'language', language: 'de', level: 'b2' },
  ])
})

test('a registration is asked for, and not the occupation that it is for', () => {
  expect(labelsOf('SSSC registration as a social worker')).toEqual([['SSSC']])
})

test('two skills joined by "and" are shown each, also if they have one concept', () => {
  expect(labelsOf('Hydraulics and pneumatics')).toEqual([['Hydraulics'], ['Pneumatics']])
})

test('a name that is spelled out is also shown by its initials', () => {
  const [requirement] = requirementsOf('Sound knowledge of the National Planning Policy Framework')
  const terms = requirement && 'parts' in requirement ? requirement.parts : []
  expect(terms[0]?.options[0]?.shownBy).toMatchObject([{ term: 'nppf' }])
})
