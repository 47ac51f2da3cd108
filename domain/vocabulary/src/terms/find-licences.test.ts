import { expect, test } from 'vitest'
import { builtInEntries } from '../concepts/concept-lists.ts'
import { builtInConcepts } from '../concepts/built-in-concepts.ts'
import { lorryLicence } from './find-licences.ts'

const concepts = builtInConcepts()

function hasLorryLicence(text: string): boolean {
  return concepts.find(text).some(({ concept }) => concept.key === lorryLicence.key)
}

test.each([
  'permis B, C, CE (din 2014)',
  'Klassen B, C, CE (CE seit 1994)',
  'Führerschein der Klassen B und C1E',
  'permis de conducere categoriile B, C+E',
  'Permis B, C et CE',
  'Carnet de conducir B, C y C+E',
  'Driving licence: B, C1',
])('a list of classes contains a licence for lorries: %s', (text) => {
  expect(hasLorryLicence(text)).toBe(true)
})

test.each([
  'permis B',
  'Führerschein Klasse B',
  'Carné de conducir B y coche propio',
  'Driving licence and C programming',
])('no class for lorries: %s', (text) => {
  expect(hasLorryLicence(text)).toBe(false)
})

test('the licence is the one of the lists', () => {
  expect(builtInEntries().map(({ concept }) => concept)).toContainEqual(lorryLicence)
})
