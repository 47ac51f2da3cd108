import { expect, test } from 'vitest'
import { checkEmail } from './check-email.ts'

test('an address is taken without what surrounds it', () => {
  expect(checkEmail(' Linda.Grant+cv@people.example ')).toBe('Linda.Grant+cv@people.example')
})

test.each([
  'nobody',
  'a@b',
  'two@people.example, three@people.example',
  '<x>@people.example',
  'a@b..example',
])('what no mail can be sent to is refused: %s', (email) => {
  expect(() => checkEmail(email)).toThrow('not an e-mail address')
})
