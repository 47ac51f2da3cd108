import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { checkPassword } from './change-password.ts'

test.each(['', 'eleven char', 'x'.repeat(257), '😀'.repeat(11)])(
  '%j is rejected without being quoted',
  (text) => {
    expect(() => checkPassword(new Secret(text))).toThrow('A password has 12 to 256 characters.')
  },
)

test.each(['twelve chars', 'x'.repeat(256), '😀'.repeat(12)])('%j is accepted', (text) => {
  expect(() => checkPassword(new Secret(text))).not.toThrow()
})
