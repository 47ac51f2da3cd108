import { createHmac } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createAccessTokens } from './access-token.ts'

const secret = 'a-secret-of-thirty-two-bytes-or-more'
const clock = createFakeClock({ wallMs: Date.UTC(2026, 0, 1) })
const tokens = createAccessTokens({ current: new Secret(secret) }, clock)

/** A token that is right but for its length. */
function tokenOf(length: number): string {
  const now = Date.UTC(2026, 0, 1) / 1_000
  for (let letters = 1; letters < length; letters += 1) {
    const claims = {
      sub: '0190a000-0000-7000-8000-00000000000a',
      email: `${'a'.repeat(letters)}@b.example`,
      iat: now,
      exp: now + 900,
    }
    const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    if (token.length === length) return token
  }
  throw new Error(`there is no token of ${length} characters`)
}

test('a token has at most 4,096 characters', async () => {
  expect(await tokens.verify(tokenOf(4_096))).toBeDefined()
  expect(await tokens.verify(tokenOf(4_097))).toBeUndefined()
})
