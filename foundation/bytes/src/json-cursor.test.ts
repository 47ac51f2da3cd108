import { expect, test } from 'vitest'
import { findTopLevelField } from './json-cursor.ts'

const find = (text: string) => findTopLevelField(Buffer.from(text), ['models', 'service_tier'])

test.each([
  ['{"model":"m","models":["x"]}', 'models'],
  ['{"model":"m","Service_Tier":"priority"}', 'service_tier'],
  [String.raw`{"model":"m","m\u006fdels":null}`, 'models'],
  ['{"model":"m","metadata":{"models":["x"]}}', undefined],
  ['{"model":"models"}', undefined],
  ['{}', undefined],
])('the first listed field of %s is %s', (text, expected) => {
  expect(find(text)).toBe(expected)
})
