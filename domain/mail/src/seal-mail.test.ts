import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { createMailSeal, noMailSeal } from './seal-mail.ts'

const named = (id: string) => ({ id, secret: new Secret(id.repeat(32)) })
const fillRandom = randomFillSync
const seal = createMailSeal({ secrets: { current: named('a') }, fillRandom })
const bodies = { text: 'Follow https://example.com/#token', html: '<p>Grüße</p>' }

test('sealed bodies can be opened for their mail, and do not contain the plain text', () => {
  const sealed = seal.seal('mail 1', bodies)
  expect(seal.open('mail 1', sealed)).toEqual(bodies)
  expect(sealed.sealed.includes('token')).toBe(false)
  expect(seal.seal('mail 1', bodies).sealed.equals(sealed.sealed)).toBe(false)
})

test('a mail sealed before a secret rotation can be opened while the old secret is listed', () => {
  const sealed = seal.seal('mail 1', bodies)
  const rotated = createMailSeal({ secrets: { current: named('b'), previous: [named('a')] }, fillRandom })
  expect(rotated.open('mail 1', sealed)).toEqual(bodies)
  expect(rotated.seal('mail 1', bodies).secretId).toBe('b')
  const without = createMailSeal({ secrets: { current: named('b') }, fillRandom })
  expect(() => without.open('mail 1', sealed)).toThrow('MAIL_SECRETS lacks the secret a')
})

test('bodies that were modified, truncated or moved to another mail are not opened', () => {
  const { sealed, secretId } = seal.seal('mail 1', bodies)
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => seal.open('mail 2', { sealed, secretId })).toThrow('authenticate')
  expect(() => seal.open('mail 1', { sealed: changed, secretId })).toThrow('authenticate')
  expect(() => seal.open('mail 1', { sealed: sealed.subarray(0, 20), secretId })).toThrow('tag length')
})

test('without secrets sealing and opening fail with a fault that says what to set', () => {
  expect(() => noMailSeal.seal('mail 1', bodies)).toThrow('Set MAIL_SECRETS')
  expect(() => noMailSeal.open('mail 1', seal.seal('mail 1', bodies))).toThrow('Set MAIL_SECRETS')
})
