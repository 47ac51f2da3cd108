import { createHmac } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createAccessTokens } from './access-token.ts'

const secret = 'a-secret-of-thirty-two-bytes-or-more'
const other = 'another-secret-of-thirty-two-bytes-or-more'
const user = { id: '0190a000-0000-7000-8000-00000000000a', email: 'a@b.example' }
const clock = createFakeClock({ wallMs: Date.UTC(2026, 0, 1) })
const now = Date.UTC(2026, 0, 1) / 1_000
const tokens = createAccessTokens({ current: new Secret(secret) }, clock)
const claims = { sub: user.id, email: user.email, iat: now, exp: now + 900 }

/** Builds a token by hand, as a forger would. */
function forge(header: object, payload: object, key = secret, hash = 'sha256'): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

const header = { alg: 'HS256', typ: 'JWT' }

test('a token has exactly sub, email, iat and exp, is signed with HS256, and is valid for 15 minutes', async () => {
  const { token, expiresAt } = await tokens.issue(user)
  const [head = '', body = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown
  expect(read(head)).toEqual(header)
  expect(read(body)).toEqual(claims)
  expect(expiresAt).toEqual(new Date((now + 900) * 1_000))
  expect(await tokens.verify(token)).toEqual({ userId: user.id, expiresAt })
})

test('a correctly forged token is accepted, so that the rejections below are meaningful', async () => {
  expect(await tokens.verify(forge(header, claims))).toMatchObject({ userId: user.id })
  expect(await tokens.verify(forge(header, { ...claims, exp: now + 86_400 }))).toBeDefined()
})

test('only one spelling of a signature is accepted', async () => {
  const token = forge(header, claims)
  const last = token.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // The last two bits of the last letter are not a part of the signature.
  const sameBytes = alphabet[alphabet.indexOf(last) ^ 1] ?? ''
  for (const other of [
    `${token.slice(0, -1)}${sameBytes}`,
    `${token.slice(0, -9)}\n${token.slice(-9)}`,
    `${token}=`,
    `${token} `,
  ])
    expect(await tokens.verify(other)).toBeUndefined()
})

const unsigned = forge({ alg: 'none' }, claims).replace(/[^.]*$/, '')

test.each([
  ['nothing', ''],
  ['not a token', 'a.b.c'],
  ['alg none without a signature', unsigned],
  ['alg none with a signature', forge({ alg: 'none' }, claims)],
  ['alg nOnE', forge({ alg: 'nOnE' }, claims)],
  ['HS512 with our secret', forge({ alg: 'HS512', typ: 'JWT' }, claims, secret, 'sha512')],
  ['HS384 named, HS256 signed', forge({ alg: 'HS384', typ: 'JWT' }, claims)],
  ['RS256 named, our secret as its key', forge({ alg: 'RS256', typ: 'JWT' }, claims)],
  ['no alg', forge({ typ: 'JWT' }, claims)],
  ['another secret', forge(header, claims, other)],
  ['an empty secret', forge(header, claims, '')],
  ['another type of token', forge({ ...header, typ: 'refresh+jwt' }, claims)],
  ['a critical extension', forge({ ...header, crit: ['b64'], b64: false }, claims)],
  [
    'an embedded key',
    forge({ ...header, jwk: { kty: 'oct', k: Buffer.from(other).toString('base64url') } }, claims, other),
  ],
  ['an issuer', forge(header, { ...claims, iss: 'https://elsewhere.example' })],
  ['an audience', forge(header, { ...claims, aud: 'another-service' })],
  ['a role', forge(header, { ...claims, isSuperAdmin: true })],
  ['no exp', forge(header, { ...claims, exp: undefined })],
  ['no iat', forge(header, { ...claims, iat: undefined })],
  ['no sub', forge(header, { ...claims, sub: undefined })],
  ['no email', forge(header, { ...claims, email: undefined })],
  ['a sub that is not an id', forge(header, { ...claims, sub: "' or 1=1" })],
  ['an exp that is text', forge(header, { ...claims, exp: String(now + 900) })],
  ['an exp that has passed', forge(header, { ...claims, exp: now })],
  ['an exp more than 24 hours away', forge(header, { ...claims, exp: now + 86_401 })],
  ['four parts', `${forge(header, claims)}.x`],
  ['a changed signature', `${forge(header, claims).slice(0, -2)}AA`],
  ['a token that is too long', `${forge(header, claims)}${'x'.repeat(5_000)}`],
])('rejected: %s', async (_name, token) => {
  expect(await tokens.verify(token)).toBeUndefined()
})

test('the previous secret verifies tokens and never signs them', async () => {
  const rotated = createAccessTokens({ current: new Secret(other), previous: new Secret(secret) }, clock)
  const { token: old } = await tokens.issue(user)
  const { token: young } = await rotated.issue(user)
  expect(await rotated.verify(old)).toBeDefined()
  expect(await rotated.verify(young)).toBeDefined()
  expect(await tokens.verify(young)).toBeUndefined()
})
