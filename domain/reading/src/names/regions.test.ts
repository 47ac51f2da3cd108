import { expect, test } from 'vitest'
import { chiefTownOf } from './regions.ts'

test('a word that every object has as a property is not a county', () => {
  expect(chiefTownOf('Constructor')).toBeUndefined()
  expect(chiefTownOf('__proto__')).toBeUndefined()
})
