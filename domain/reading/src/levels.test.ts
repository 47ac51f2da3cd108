import { expect, test } from 'vitest'
import { readEducationLevel, readLanguageLevel } from './levels.ts'

test.each([
  ['Ph.D. in Physics', 'doctorate'],
  ['Dr. med.', 'doctorate'],
  ['Masterat în informatică', 'master'],
  ['Bachelor and Master of Arts', 'master'],
  ['B.A. History', 'bachelor'],
  ['Licențiat în drept', 'bachelor'],
  ['Ausbildung zum Schweißer', 'vocational'],
  ['Școala profesională', 'vocational'],
  ['Bacalaureat, Liceul Teoretic', 'secondary'],
  ['Springfield University', null],
])('%s states %s', (text, level) => {
  expect(readEducationLevel(text)).toBe(level)
})

test('only explicit levels of a language are read', () => {
  expect(['English C1', 'Deutsch (Muttersprache)', 'fluent Spanish'].map(readLanguageLevel)).toEqual([
    'c1',
    'native',
    null,
  ])
})
