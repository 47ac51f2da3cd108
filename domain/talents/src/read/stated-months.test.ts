import { expect, test } from 'vitest'
import { findStatedMonths } from './stated-months.ts'

test.each([
  ['7 years of Node.js', [['7 years of Node.js', 84]]],
  [
    'Go (2 years), Rust (6 months)',
    [
      ['Go (2 years)', 24],
      [' Rust (6 months)', 6],
    ],
  ],
  ['Über 10 Jahre Erfahrung mit SAP', [['Über 10 Jahre Erfahrung mit SAP', 120]]],
  ['cinq ans en comptabilité', [['cinq ans en comptabilité', 60]]],
  ['8+ años de experiencia en ventas', [['8+ años de experiencia en ventas', 96]]],
  ['15 de ani de experiență', [['15 de ani de experiență', 180]]],
  ['Barman with 3 years in the trade', [['Barman with 3 years in the trade', 36]]],
  ['36 years old', []],
  ['Founded 2019', []],
])('%s', (line, expected) => {
  expect(findStatedMonths(line).map(({ text, months }) => [text, months])).toEqual(expected)
})
