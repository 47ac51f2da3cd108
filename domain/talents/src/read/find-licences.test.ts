import { expect, test } from 'vitest'
import { findLicences } from './find-licences.ts'

test.each([
  ['Führerschein: B, eigenes Auto', '', ['B']],
  ['Führerschein Klassen B, BE und L', '', ['B']],
  ['Klassen B, C, CE (CE seit 1994)', 'Führerscheine und Nachweise', ['B', 'C']],
  ['Permis B – véhicule personnel', '', ['B']],
  ['Bouguenais – 29 ans – permis B', '', ['B']],
  ['categoria B, stagiu 7 ani, automobil propriu', 'Permis de conducere', ['B']],
  ['PERMIS: categoriile B, C+E', '', ['B', 'C']],
  ['B', 'Permis', ['B']],
  ['Class 5 (Saskatchewan)', 'LICENCE', ['B']],
  ['Carné de conducir B y C', '', ['B', 'C']],
  ['Permiso de conducir B', '', ['B']],
  ['Führerschein: keiner (nicht vorhanden)', '', []],
  ['Nu am. Nu pot conduce.', 'Permis de conducere', []],
  ['Habilitations : B2V, BR, BC', 'Permis et habilitations', []],
  ['Vitamin B and C', '', []],
])('%s below “%s” gives %j', (text, heading, letters) => {
  expect(findLicences(text, heading)).toEqual(letters.map((letter) => `driving licence ${letter}`))
})
