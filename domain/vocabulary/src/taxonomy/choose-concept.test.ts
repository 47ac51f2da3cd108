import { expect, test } from 'vitest'
import { type NamedConcept, chooseOccupation, chooseSkill, occupationNames } from './choose-concept.ts'
import { foldName } from './fold-name.ts'

function named(folded: string, own: Partial<NamedConcept>): NamedConcept {
  const usual = {
    scheme: 'esco',
    conceptId: folded,
    isPreferred: false,
    label: folded,
    iscoGroup: null,
  } as const
  return { folded, ...usual, ...own }
}

test.each([
  ['JS', 'JavaScript', 'alias'],
  ['  javascript ', 'JavaScript', 'exact'],
  ['k8s', 'Kubernetes', 'alias'],
  ['C++', 'C++', 'exact'],
  ['C#', 'C#', 'exact'],
  ['C', 'C', 'exact'],
  ['.Net', '.NET', 'exact'],
  ['Postgres', 'PostgreSQL', 'alias'],
])('without an import %s is %s by %s', (name, label, match) => {
  expect(chooseSkill(name, [])).toMatchObject({ scheme: 'local', label, match })
})

test('an unknown name has no concept, even if it resembles one', () => {
  expect(chooseSkill('Javascripting for cats', [])).toBeUndefined()
})

test('imported concepts take precedence over the built-in list, also for aliases', () => {
  const found = [
    named('kubernetes', { scheme: 'onet', conceptId: 'k', label: 'Kubernetes', isPreferred: true }),
  ]
  expect(chooseSkill('Kubernetes', found)).toMatchObject({
    scheme: 'onet',
    id: 'k',
    match: 'exact',
    score: 1,
  })
  expect(chooseSkill('k8s', found)).toMatchObject({ scheme: 'onet', id: 'k', match: 'alias', score: 0.9 })
})

test('a label takes precedence over other names, and ESCO over O*NET', () => {
  const found = [
    named('welding', { scheme: 'onet', conceptId: 'o', isPreferred: true }),
    named('welding', { scheme: 'esco', conceptId: 'e', isPreferred: false }),
  ]
  expect(chooseSkill('Welding', found)).toMatchObject({ id: 'o' })
  found.push(named('welding', { scheme: 'esco', conceptId: 'e2', isPreferred: true }))
  expect(chooseSkill('Welding', found)).toMatchObject({ id: 'e2' })
})

test('an ambiguous name has no concept', () => {
  const found = [named('ai engineer', { conceptId: 'one' }), named('ai engineer', { conceptId: 'two' })]
  expect(chooseSkill('AI Engineer', found)).toBeUndefined()
  expect(chooseOccupation('AI Engineer', found)).toBeUndefined()
})

test('an occupation has the codes of every taxonomy that contains its title', () => {
  const found = [
    named('nurse', { conceptId: 'http://esco/nurse', isPreferred: true, iscoGroup: '2221' }),
    named('nurse', { scheme: 'onet', conceptId: '29-1141.00' }),
  ]
  expect(chooseOccupation('Nurse', found)).toEqual({
    isco08: '2221',
    esco: 'http://esco/nurse',
    onet_soc: '29-1141.00',
    score: 1,
  })
})

test('a title without a concept of its own has the concept of the same occupation under another name', () => {
  const found = [
    named('shop assistant', { conceptId: 'http://esco/shop', iscoGroup: '5223', isPreferred: true }),
  ]
  expect(occupationNames('Verkäuferin')).toContain('shop assistant')
  expect(chooseOccupation('Verkäuferin', found)).toMatchObject({ isco08: '5223', score: 0.9 })
})

test('punctuation around a name is ignored', () => {
  expect(['• Go,', 'GO', ' go '].map(foldName)).toEqual(['go', 'go', 'go'])
})
