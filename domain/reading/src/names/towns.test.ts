import { expect, test } from 'vitest'
import { findTowns } from './towns.ts'
import { townNames } from './town-names.ts'

const read = (text: string) =>
  findTowns(text).map(({ town, country, start, end }) => `${text.slice(start, end)} = ${town} ${country}`)

test.each([
  ['München, Munich or Múnich; Muenchen', ['München', 'Munich', 'Múnich', 'Muenchen'], 'munchen DE'],
  ['Bucharest / București / Bukarest', ['Bucharest', 'București', 'Bukarest'], 'bucuresti RO'],
  ['Cluj-Napoca or Cluj', ['Cluj-Napoca', 'Cluj'], 'cluj-napoca RO'],
  ['Frankfurt a. M., Frankfurt am Main', ['Frankfurt a. M', 'Frankfurt am Main'], 'frankfurt am main DE'],
  ['Halle (Saale)', ['Halle (Saale'], 'halle saale DE'],
])('%s', (text, names, town) => {
  expect(read(text)).toEqual(names.map((name) => `${name} = ${town}`))
})

test('the longest name counts, and several towns are found in their order', () => {
  expect(read('Wir suchen in Frankfurt (Oder), Wien und St. Gallen')).toEqual([
    'Frankfurt (Oder = frankfurt oder DE',
    'Wien = wien AT',
    'St. Gallen = st gallen CH',
  ])
})

test.each([
  'Nice to have: Docker',
  'Reading plans and writing reports',
  'Gemeinsames Essen im Team',
  'we split the work, berlin style',
  'Phoenix and Elixir',
  'Pune accent pe calitate',
  'Como ingeniero, diseñarás',
])('%s names no town', (text) => {
  expect(read(text)).toEqual([])
})

test.each([
  ['Office in Reading', 'Reading = reading GB'],
  ['Nice, France', 'Nice = nice FR'],
  ['Standort: Essen', 'Essen = essen DE'],
  ['Bath | full-time', 'Bath = bath GB'],
])('%s names a town whose name is also a word', (text, town) => {
  expect(read(text)).toEqual([town])
})

test('each entry of the table is found by its first name', () => {
  const entries = Object.values(townNames).flatMap((list) => list.trim().split(/,\s*/))
  const missing = entries.filter((entry) => {
    const [name = ''] = entry.replace('!', '').split('=')
    return findTowns(name).length !== 1
  })
  expect(missing).toEqual([])
})
