// Invalid tokens, each for an existing super admin who would be let in with a valid one.
import type { Database } from '@gatehouse/schema/database'
import { createHmac, randomUUID } from 'node:crypto'
import { addUser, testJwtSecrets } from '@gatehouse/testkit/seed-backend'

export async function forgeTokens(database: Database): Promise<readonly (readonly [string, string])[]> {
  const { id, email } = await addUser(database, { isSuperAdmin: true })
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'HS256', typ: 'JWT' }
  const claims = { sub: id, email, iat: now, exp: now + 900 }
  return [
    ['no signature and algorithm none', sign({ alg: 'none', typ: 'JWT' }, claims).replace(/[^.]*$/, '')],
    ['another secret', sign(header, claims, 'another-secret-of-thirty-two-bytes-or-more')],
    ['another algorithm', sign({ alg: 'HS512', typ: 'JWT' }, claims, testJwtSecrets, 'sha512')],
    ['an audience', sign(header, { ...claims, aud: 'another-service' })],
    ['an issuer', sign(header, { ...claims, iss: 'https://elsewhere.example' })],
    ['an expiry in the past', sign(header, { ...claims, iat: now - 1_000, exp: now - 100 })],
    ['an expiry too far in the future', sign(header, { ...claims, exp: now + 90_000 })],
    ['a user who does not exist', sign(header, { ...claims, sub: randomUUID() })],
  ]
}

function sign(header: object, claims: object, secret = testJwtSecrets, hash = 'sha256'): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}
