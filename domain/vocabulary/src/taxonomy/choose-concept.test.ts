import { expect, test } from 'vitest'
import { type NamedConcept, chooseOccupation, chooseSkill } from './choose-concept.ts'
import { usualNames, usualSkills } from './usual-skills.ts'
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

test('no name of the list that is built in stands for two skills', () => {
  const names = usualNames()
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(usualSkills().size).toBe(names.length)
})

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

test('a name that nobody knows has no concept, also if it resembles one', () => {
  expect(chooseSkill('Javascripting for cats', [])).toBeUndefined()
})

test('what was imported goes before the list that is built in, under the usual name too', () => {
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

test('a label goes before other names, and ESCO before O*NET', () => {
  const found = [
    named('welding', { scheme: 'onet', conceptId: 'o', isPreferred: true }),
    named('welding', { scheme: 'esco', conceptId: 'e', isPreferred: false }),
  ]
  expect(chooseSkill('Welding', found)).toMatchObject({ id: 'o' })
  found.push(named('welding', { scheme: 'esco', conceptId: 'e2', isPreferred: true }))
  expect(chooseSkill('Welding', found)).toMatchObject({ id: 'e2' })
})

test('a name that several concepts have means none of them', () => {
  const found = [named('ai engineer', { conceptId: 'one' }), named('ai engineer', { conceptId: 'two' })]
  expect(chooseSkill('AI Engineer', found)).toBeUndefined()
  expect(chooseOccupation('AI Engineer', found)).toBeUndefined()
})

test('an occupation has the codes of every vocabulary that knows its title', () => {
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

test('what stands around a name does not count', () => {
  expect(['• Go,', 'GO', ' go '].map(foldName)).toEqual(['go', 'go', 'go'])
})
