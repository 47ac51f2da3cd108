import { randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'
import { formatPasswordHash, parsePasswordHash } from './phc-string.ts'

const cheap = { memoryKib: 64, passes: 1, parallelism: 1 }
const hasher = createPasswordHasher({ fillRandom: randomFillSync, costs: cheap })

test('a password is known by its hash, in the format of all implementations, and no other is', async () => {
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hasher.verify('correct horse', hash)).toBe(true)
  expect(await hasher.verify('correct hors', hash)).toBe(false)
  expect(await hasher.hash('correct horse')).not.toBe(hash)
})

test('a hash that another implementation made is understood', async () => {
  // From the test vectors of the reference implementation: argon2id, "password", "somesalt".
  const vector = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await hasher.verify('password', vector)).toBe(true)
})

test.each([undefined, null, '', 'plain text', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA', '$2b$10$abc'])(
  'nobody gets in by %s',
  async (stored) => {
    for (const password of ['', 'plain text', 'password'])
      expect(await hasher.verify(password, stored)).toBe(false)
  },
)

test('an accent is the same however the keyboard composes it', async () => {
  expect(await hasher.verify('re\u0301sume\u0301', await hasher.hash('r\u00e9sum\u00e9'))).toBe(true)
})

test('a hash of other costs is checked with its own, and known to be outdated', async () => {
  const dearer = createPasswordHasher({ fillRandom: randomFillSync, costs: { ...cheap, passes: 2 } })
  const hash = await hasher.hash('x')
  expect(await dearer.verify('x', hash)).toBe(true)
  expect([dearer.isOutdated(hash), hasher.isOutdated(hash), hasher.isOutdated('nonsense')]).toEqual([
    true,
    false,
    true,
  ])
})

test('only a few run at once and few may wait, the rest is told to come back', async () => {
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

test('what is written can be read again', () => {
  const hash = { costs: cheap, salt: Buffer.alloc(16, 1), hash: Buffer.alloc(32, 2) }
  expect(parsePasswordHash(formatPasswordHash(hash))).toEqual(hash)
})
