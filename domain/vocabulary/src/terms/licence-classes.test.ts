import { expect, test } from 'vitest'
import { findLicenceClasses } from './licence-classes.ts'

test.each([
  ['Führerschein Klasse CE', 'ce'],
  ['Führerschein der Klasse B', 'b'],
  ['Führerschein B, Deutsch C1', 'b'],
  ['2020 Führerschein C, 2023 Erweiterung CE', 'c ce'],
  ['Klassen B, C, CE (CE seit 1994)', 'b c ce'],
  ['die Klasse CE habe ich nicht', 'ce'],
  ['permis de conducere categoriile C+E', 'ce'],
  ['Permis: A, B, C, CE', 'b c ce'],
  ['Permis de conduire B', 'b'],
  ['permis C et CE', 'c ce'],
  ['permis EC', 'ce'],
  ['Permis poids lourd', 'c'],
  ['Permiso de conducir C+E', 'ce'],
  ['carné de conducir B', 'b'],
  ['Category C licence', 'c'],
  ['Driving licence: B, BE', 'b be'],
  ['HGV Class 1', 'ce'],
  ['HGV licence', 'c'],
  ['heavy goods vehicle permit', 'c'],
  ['Lorry driving licence', 'c'],
  ['LKW-Schein', 'c'],
  ['LKW-Führerschein Klasse CE', 'c ce'],
  ['permis camion', 'c'],
  ['carné de camión', 'c'],
  ['permis de conducere camion', 'c'],
  ['PCV licence', 'd'],
  ['Busführerschein', 'd'],
  ['carnet de autobús', 'd'],
  ['CE-Führerschein', 'ce'],
  ['Permis de conduire', ''],
  ['Englisch C1, Deutsch B', ''],
  ['Vitamin B, C', ''],
])('%s', (text, classes) => {
  expect(
    findLicenceClasses(text)
      .map(({ licence }) => licence)
      .join(' '),
  ).toBe(classes)
})

test('a heading makes letters classes', () => {
  const classesOf = (text: string) => findLicenceClasses(text, 'Führerscheine').map(({ licence }) => licence)
  expect(classesOf('B, C1, C')).toEqual(['b', 'c1', 'c'])
  expect(classesOf('B (2016), C (2021)')).toEqual(['b', 'c'])
  expect(classesOf('Staplerschein')).toEqual([])
})

test.each([
  ['Führerschein: B, eigenes Auto', '', ['b']],
  ['Führerschein Klassen B, BE und L', '', ['b', 'be']],
  ['Klassen B, C, CE (CE seit 1994)', 'Führerscheine und Nachweise', ['b', 'c', 'ce']],
  ['Permis B – véhicule personnel', '', ['b']],
  ['Bouguenais – 29 ans – permis B', '', ['b']],
  ['categoria B, stagiu 7 ani, automobil propriu', 'Permis de conducere', ['b']],
  ['PERMIS: categoriile B, C+E', '', ['b', 'ce']],
  ['B', 'Permis', ['b']],
  ['Class 5 (Saskatchewan)', 'LICENCE', ['b']],
  ['Carné de conducir B y C', '', ['b', 'c']],
  ['Permiso de conducir B', '', ['b']],
  ['Taught class 5', 'Experience', []],
  ['Habilitations : B2V, BR, BC', 'Permis et habilitations', []],
  ['Vitamin B and C', '', []],
])('%s below “%s” gives %j', (text, heading, classes) => {
  expect(findLicenceClasses(text, heading).map(({ licence }) => licence)).toEqual(classes)
})
