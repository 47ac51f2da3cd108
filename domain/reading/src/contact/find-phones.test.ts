import { expect, test } from 'vitest'
import { splitLines } from '../text-lines.ts'
import { findPhones } from './find-phones.ts'

function phones(text: string, country?: string) {
  return findPhones(splitLines(text), { country, taken: [] }).map(({ raw, e164 }) => `${raw} ${e164}`)
}

test.each([
  ['+49 (0) 30 901820', undefined, '+49 (0) 30 901820 +4930901820'],
  ['Tel.: 030 / 90 18 20', 'DE', '030 / 90 18 20 +4930901820'],
  ['0040 721 234 567', undefined, '0040 721 234 567 +40721234567'],
  ['(+1) 312-555-0123', undefined, '(+1) 312-555-0123 +13125550123'],
  ['jane@example.com · (312) 555-0123 · Springfield', undefined, '(312) 555-0123 +13125550123'],
  ['(718) 555–0100', undefined, '(718) 555–0100 +17185550100'],
  ['973.555.0123', undefined, '973.555.0123 +19735550123'],
  ['Mobile 07911 123456', 'GB', '07911 123456 +447911123456'],
  ['06 12 34 56 78', 'FR', '06 12 34 56 78 +33612345678'],
])('%s', (text, country, expected) => {
  expect(phones(text, country)).toEqual([expected])
})

test('a labelled number without a country is kept but not completed', () => {
  expect(phones('Telefon: 030 901820')).toEqual(['030 901820 null'])
})

test.each([
  ['Handled 1 200 000 requests per day', 'DE'],
  ['2017-2021 1995', 'DE'],
  ['ISBN 978-3-16-148410-0', 'DE'],
  ['Grew revenue to 12.500.000 EUR', 'DE'],
  ['10115 Berlin', 'DE'],
])('finds no phone number in: %s', (text, country) => {
  expect(phones(text, country)).toEqual([])
})

test("a number alone between separators is a phone number only in the document's head", () => {
  const lines = splitLines('(11) 98765-4321 | mari@example.com\nPart number 98765-43211\n98765-43211')
  const found = findPhones(lines, { taken: [], headLines: 2 })
  expect(found.map(({ raw, e164 }) => `${raw} ${e164}`)).toEqual(['(11) 98765-4321 null'])
})

test('a number with a plus is a phone number, even if it is not in use', () => {
  expect(phones('+685 7234 5891')).toEqual(['+685 7234 5891 null'])
})

test('a span taken by a date or an address is not a phone number', () => {
  const lines = splitLines('Tel 030 901820 2019')
  expect(findPhones(lines, { country: 'DE', taken: [{ line: 1, start: 4, end: 19 }] })).toEqual([])
})
