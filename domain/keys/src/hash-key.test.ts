import { readConfig } from '@gatehouse/runtime/read-config'
import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hashKey, keySettings, possibleHashes } from './hash-key.ts'

const pepper = (id: string, secret: string) => ({ id, secret: new Secret(secret) })

test('a key is hashed with HMAC-SHA256', () => {
  // Test case 2 of RFC 4231.
  expect(hashKey(pepper('rfc', 'Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('a key has one possible hash for each pepper, the current one first', () => {
  const [current, older, oldest] = [pepper('3', 'c'), pepper('2', 'b'), pepper('1', 'a')] as const
  expect(possibleHashes({ current, previous: [older, oldest] }, 'key')).toEqual([
    hashKey(current, 'key'),
    hashKey(older, 'key'),
    hashKey(oldest, 'key'),
  ])
  expect(possibleHashes({ current }, 'key')).toEqual([hashKey(current, 'key')])
  expect(hashKey(current, 'key')).not.toEqual(hashKey(older, 'key'))
})

const read = (text: string | undefined) => readConfig(z.object(keySettings), { KEY_PEPPERS: text })
const secret = (character: string) => character.repeat(32)

test('the first pepper is the current one, and a secret may contain colons', () => {
  const outcome = read(`2026-05:${secret('a')}:b, 2025:${secret('c')}`)
  expect(outcome).toMatchObject({
    kind: 'valid',
    config: { KEY_PEPPERS: { current: { id: '2026-05' }, previous: [{ id: '2025' }] } },
  })
  const peppers = outcome.kind === 'valid' ? outcome.config.KEY_PEPPERS : undefined
  expect(peppers?.current.secret.reveal()).toBe(`${secret('a')}:b`)
  expect(peppers?.previous?.map((pepper) => pepper.secret.reveal())).toEqual([secret('c')])
})

test.each([
  [`:${secret('s')}`, 'must be id:secret'],
  [`a:${'s'.repeat(31)}`, 'at least 32 characters'],
  [secret('s'), 'must be id:secret'],
  [`a:${secret('s')},`, 'must be id:secret'],
  [`a:${secret('s')},a:${secret('t')}`, 'the same id'],
])('%s is rejected without quoting the secret', (text, message) => {
  const outcome = read(text)
  expect(outcome).toEqual({
    kind: 'invalid',
    violations: [{ setting: 'KEY_PEPPERS', message: expect.stringContaining(message) as string }],
  })
  expect(JSON.stringify(outcome)).not.toContain('sss')
})

test('KEY_PEPPERS is required: there is no well-known default', () => {
  expect(read(undefined)).toMatchObject({ violations: [{ message: 'is missing' }] })
})
