import { expect, test } from 'vitest'
import { type Column, toCsvHeader, toCsvLine } from './csv-line.ts'

const columns: readonly Column<{ text: string | null; amount: string | null }>[] = [
  { name: 'reason', text: (row) => row.text },
  { name: 'credits', exact: (row) => row.amount },
]

test('the header names the columns, and lines end with CRLF', () => {
  expect(toCsvHeader(columns)).toBe('reason,credits\r\n')
  expect(toCsvLine(columns, { text: 'plain', amount: '1.500000' })).toBe('plain,1.500000\r\n')
  expect(toCsvLine(columns, { text: null, amount: null })).toBe(',\r\n')
})

test.each([
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a;=1+1', '"a;=1+1"'],
  ['straße', 'straße'],
])('%j is written as %j', (text, written) => {
  expect(toCsvLine(columns, { text, amount: '0' })).toBe(`${written},0\r\n`)
})

test.each([
  ['=HYPERLINK("https://example.com")', '"\'=HYPERLINK(""https://example.com"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['1 = 1', '1 = 1'],
])('the text %j cannot be run as a formula', (text, written) => {
  expect(toCsvLine(columns, { text, amount: '0' })).toBe(`${written},0\r\n`)
})

test('a negative amount stays a number', () => {
  expect(toCsvLine(columns, { text: 'refund', amount: '-2.000000' })).toBe('refund,-2.000000\r\n')
})
