import { expect, test } from 'vitest'
import { builtInEntries } from './concept-lists.ts'
import { readNameWords } from './name-words.ts'

test('no name belongs to two concepts', () => {
  const owners = Map.groupBy(
    builtInEntries().flatMap(({ names }) => names),
    ({ name }) => readNameWords(name).words.join(' '),
  )
  const shared = [...owners].filter(([, names]) => new Set(names.map(({ concept }) => concept.key)).size > 1)
  expect(shared.map(([name, names]) => [name, names.map(({ concept }) => concept.key)])).toEqual([])
})

test('every broader label is the label of a concept', () => {
  const entries = builtInEntries()
  const labels = new Set(entries.map(({ concept }) => concept.label))
  expect(entries.flatMap(({ broaderLabels }) => broaderLabels.filter((label) => !labels.has(label)))).toEqual(
    [],
  )
})

test('the lists cover all fields of work', () => {
  const counts = Map.groupBy(builtInEntries(), ({ concept }) => concept.kind)
  expect(counts.get('skill')?.length).toBeGreaterThanOrEqual(700)
  expect(counts.get('occupation')?.length).toBeGreaterThanOrEqual(350)
})

test('general abilities are marked', () => {
  const general = builtInEntries().flatMap(({ concept }) => (concept.isGeneral ? [concept.label] : []))
  expect(general).toEqual(expect.arrayContaining(['Teamwork', 'Microsoft Office', 'Driving Licence B']))
  expect(general).not.toContain('Welding')
})
