import { expect, test } from 'vitest'
import { foldLetters, foldText } from './fold-text.ts'

test.each([
  ['Curriculum Vitae', 'curriculum vitae'],
  ['Vânzătoare în Brașov', 'vanzatoare in brasov'],
  ['Cafe\u0301 Müller', 'cafe muller'],
  ['Straße nach Łódź', 'strasse nach lodz'],
  ['“Größe” … ½ • №', '“grosse” ... 1⁄2 • no'],
  ['ΟΔΟΣ 5', 'οδος 5'],
  ['Київ, É', 'киів, e'],
])('%s folds to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each(['Straße', 'Vânzătoare', 'Cafe\u0301', 'ΟΔΟΣ', '…½№'])(
  '%s keeps its length letter by letter',
  (text) => {
    expect(foldLetters(text)).toHaveLength(text.length)
  },
)
