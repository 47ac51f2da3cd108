import { expect, test } from 'vitest'
import { checkEmail } from './users.ts'

test('surrounding whitespace is removed from an address', () => {
  expect(checkEmail(' Linda.Grant+cv@people.example ')).toBe('Linda.Grant+cv@people.example')
})

test.each([
  'no-domain',
  'a@b',
  'two@people.example, three@people.example',
  '<x>@people.example',
  'a@b..example',
])('an address that mail cannot be sent to is rejected: %s', (email) => {
  expect(() => checkEmail(email)).toThrow('not an e-mail address')
})
