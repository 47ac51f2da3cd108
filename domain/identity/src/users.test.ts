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

test('a refused address names the input of the form, which is the e-mail address unless stated', () => {
  const inputOf = (...given: Parameters<typeof checkEmail>) => {
    try {
      return checkEmail(...given)
    } catch (thrown) {
      return (thrown as { input?: string }).input
    }
  }
  expect([inputOf('no-domain'), inputOf('no-domain', 'invitee')]).toEqual(['email', 'invitee'])
})
