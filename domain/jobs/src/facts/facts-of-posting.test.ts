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

test.each<[string, string[][]]>([
  [
    'Experience with a computerized maintenance plan register (CMPR)',
    [['computerized maintenance plan register', 'CMPR']],
  ],
  ['Current Advanced Trauma Life Support certificate', [['Advanced Trauma Life Support']]],
  ['Gestion de campagnes Google Ads et Meta Ads', [['Google Ads'], ['Meta Ads']]],
  ['Lecture de plans et de schémas électriques', [['Technical Drawing']]],
  ['Disponibilidad para turnos rotativos (mañana, tarde y noche)', [['Shift Work']]],
])('a concept or a name counts once: %s', (line, labels) => {
  expect(labelsOf(line)).toEqual(labels)
})

test.each<[string, string[][]]>([
  ['Utilisation de Kontabo 50 ou de WinBooks', [['WinBooks', 'Kontabo']]],
  ['PMQR or KEd', [['PMQR', 'KEd']]],
  ['Manejo de PDA o terminal de radiofrecuencia', [['PDA', 'terminal de radiofrecuencia']]],
  ['Confident on the grill or sauce section', [['Grill and Frying', 'sauce section']]],
  ['Support for a SaaS or other software product', [['SaaS']]],
  ['Cinq ans comme assistante ou assistant de direction', [['secretary']]],
])('the other side of "or" is an alternative, known or not: %s', (line, labels) => {
  expect(labelsOf(line).map((options) => options.toSorted())).toEqual(
    labels.map((options) => options.toSorted()),
  )
})

test.each([
  ['Dominio de KONTAPAQi', 'KONTAPAQi'],
  ['Cunoașterea programului 7C', '7C'],
  ['Experiencia con Zendesk Kontabo', 'Kontabo'],
  ['Conocimientos de PLC Siemens', 'Siemens'],
  ['Sicherheit auf dem Posten Saucier oder Entremetier', 'Saucier or Entremetier'],
])('a product that no list has is asked for by its name: %s', (line, label) => {
  expect(labelsOf(line).map((options) => options.join(' or '))).toContain(label)
})

test('German nouns are not names of makes', () => {
  expect(labelsOf('Erfahrung mit Hydraulik Anlagen')).toEqual([['Hydraulics']])
})

test('a title is about its occupation, and neither about shifts nor about words in capitals', () => {
  const titleOf = (title: string) =>
    factsOfPosting(readPosting(`${title}\n\nRequirements\n- Excel`, names), reading).requirements[0]
  const labels = (title: string) => {
    const one = titleOf(title)
    return one && 'parts' in one ? one.parts.flatMap(({ options }) => options.map(({ label }) => label)) : []
  }
  expect(labels('Team Lead – night shift')).toEqual(['team leader'])
  expect(labels('RECEPCIONISTA DE HOTEL')).toEqual(['receptionist'])
  expect(labels('Chef / Cheffe de projet')).toEqual(['project manager'])
})
