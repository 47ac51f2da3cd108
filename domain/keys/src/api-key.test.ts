import { expect, test } from 'vitest'
import { defaultScopes, isScope, keyStatus } from './api-key.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const before = new Date('2026-05-01T11:59:59.999Z')
const after = new Date('2026-05-01T12:00:00.001Z')

test.each([
  [{ revokedAt: null, expiresAt: null }, 'live'],
  [{ revokedAt: null, expiresAt: after }, 'live'],
  [{ revokedAt: null, expiresAt: now }, 'expired'],
  [{ revokedAt: null, expiresAt: before }, 'expired'],
  [{ revokedAt: before, expiresAt: null }, 'revoked'],
  [{ revokedAt: before, expiresAt: before }, 'revoked'],
  // The database's clock may be ahead of ours; a revocation applies regardless.
  [{ revokedAt: after, expiresAt: after }, 'revoked'],
] as const)(
  '%j is %s: a key expires at its exact expiry time, and revocation takes precedence',
  (key, status) => {
    expect(keyStatus(key, now)).toBe(status)
  },
)

test('reading jobs is not a default scope', () => {
  expect(defaultScopes).toEqual(['inference:chat', 'inference:parse', 'usage:read'])
  expect(['jobs:read', 'inference:chat', 'jobs:write', ''].map(isScope)).toEqual([true, true, false, false])
})
