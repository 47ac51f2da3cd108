import { expect, test } from 'vitest'
import { findSensitive } from './find-sensitive.ts'

test.each([
  ['Born on 3 May 1990 in Graz', ['date_of_birth']],
  ['geb. 03.05.1990', ['date_of_birth']],
  ['Née le 3 mai 1990', ['date_of_birth']],
  ['Data nașterii: 03.05.1990, căsătorit', ['date_of_birth', 'marital_status']],
  ['Edad: 36', ['age']],
  ['36 years old', ['age']],
  ['Staatsangehörigkeit: deutsch, ledig', ['marital_status', 'nationality']],
  ['Cetățenie română', ['nationality']],
  ['Born leader, 10 years of sales', []],
  ['Manager of the Age Concern shop', []],
])('%s', (line, kinds) => {
  expect(findSensitive([line])).toEqual(kinds)
})
