import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { hashKey, possibleHashes } from './hash-key.ts'

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
