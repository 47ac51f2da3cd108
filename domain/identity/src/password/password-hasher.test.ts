import { randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswordHasher, formatPasswordHash, parsePasswordHash } from './password-hasher.ts'

const cheap = { memoryKib: 64, passes: 1, parallelism: 1 }
const hasher = createPasswordHasher({ fillRandom: randomFillSync, costs: cheap })

test('a hash in the standard format verifies its own password and no other', async () => {
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hasher.verify('correct horse', hash)).toBe(true)
  expect(await hasher.verify('correct hors', hash)).toBe(false)
  expect(await hasher.hash('correct horse')).not.toBe(hash)
})

test('a hash made by another implementation verifies', async () => {
  // From the test vectors of the reference implementation: argon2id, "password", "somesalt".
  const vector = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await hasher.verify('password', vector)).toBe(true)
})

test.each([undefined, null, '', 'plain text', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA', '$2b$10$abc'])(
  'no password matches %s',
  async (stored) => {
    for (const password of ['', 'plain text', 'password'])
      expect(await hasher.verify(password, stored)).toBe(false)
  },
)

test('an accented letter verifies in composed and decomposed form', async () => {
  expect(await hasher.verify('re\u0301sume\u0301', await hasher.hash('r\u00e9sum\u00e9'))).toBe(true)
})

test('a hash with other costs verifies with its own costs and is outdated', async () => {
  const costlier = createPasswordHasher({ fillRandom: randomFillSync, costs: { ...cheap, passes: 2 } })
  const hash = await hasher.hash('x')
  expect(await costlier.verify('x', hash)).toBe(true)
  expect([costlier.isOutdated(hash), hasher.isOutdated(hash), hasher.isOutdated('nonsense')]).toEqual([
    true,
    false,
    true,
  ])
})

test('concurrency and queue length are limited, and further calls are rejected as unavailable', async () => {
  const narrow = createPasswordHasher({
    fillRandom: randomFillSync,
    costs: cheap,
    runningMax: 1,
    waitingMax: 2,
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('x')))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(outcomes[4]).toMatchObject({ reason: { kind: 'unavailable', code: 'identity.busy' } })
  await expect(narrow.hash('x')).resolves.toContain('$argon2id$')
})

test('a formatted hash can be parsed again', () => {
  const hash = { costs: cheap, salt: Buffer.alloc(16, 1), hash: Buffer.alloc(32, 2) }
  expect(parsePasswordHash(formatPasswordHash(hash))).toEqual(hash)
})
