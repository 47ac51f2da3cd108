import { expect, test } from 'vitest'
import { z } from 'zod'
import { factorSettings, identitySettings } from './identity-settings.ts'
import { groupPasskeySettings, requireRelyingParty } from './passkeys/passkey-settings.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
const read = (text: string) => z.object(identitySettings).safeParse({ JWT_SECRETS: text })

test('one secret signs tokens, or two during a rotation', () => {
  const one = read(first).data?.JWT_SECRETS
  expect([one?.current.reveal(), one?.previous]).toEqual([first, undefined])
  const two = read(`${second}, ${first}`).data?.JWT_SECRETS
  expect([two?.current.reveal(), two?.previous?.reveal()]).toEqual([second, first])
})

test.each(['', 'a'.repeat(31), `${first},short`, `${first},${second},${first}`])('%j is refused', (text) => {
  expect(read(text).error?.issues[0]?.message).toContain('at least 32 bytes')
})

test('a second factor is optional for super admins unless it is required', () => {
  const schema = z.object(factorSettings)
  expect(schema.parse({})).toEqual({ SUPER_ADMIN_FACTOR: 'optional' })
  expect(schema.safeParse({ SUPER_ADMIN_FACTOR: 'never' }).success).toBe(false)
})

/** The relying party, or the settings that are wrong. */
function group(
  given: { PASSKEY_ORIGINS?: string; PASSKEY_RP_ID?: string },
  consoleUrl = 'https://console.example',
) {
  const schema = z.any().transform((_any, context) => groupPasskeySettings(given, consoleUrl, context))
  const result = schema.safeParse({})
  return result.success ? result.data : result.error.issues.map(({ path }) => path.join('.'))
}

test('passkeys are made for the console by default, and for localhost instead of its address', () => {
  expect(group({})).toEqual({ id: 'console.example', origins: ['https://console.example'] })
  expect(group({}, 'http://127.0.0.1:4000/')).toEqual({ id: 'localhost', origins: ['http://localhost:4000'] })
  expect(group({}, 'http://console.example')).toBeUndefined()
  expect(group({}, 'https://192.0.2.1')).toBeUndefined()
})

test('origins are those of the domain or of its subdomains', () => {
  const PASSKEY_ORIGINS = 'https://a.example.com, https://b.example.com'
  expect(group({ PASSKEY_ORIGINS, PASSKEY_RP_ID: 'example.com' })).toEqual({
    id: 'example.com',
    origins: ['https://a.example.com', 'https://b.example.com'],
  })
  expect(group({ PASSKEY_ORIGINS })).toEqual(['PASSKEY_ORIGINS'])
  expect(group({ PASSKEY_ORIGINS: 'https://badexample.com', PASSKEY_RP_ID: 'example.com' })).toEqual([
    'PASSKEY_ORIGINS',
  ])
  expect(group({ PASSKEY_ORIGINS: 'https://a.example.com/path' })).toEqual(['PASSKEY_ORIGINS'])
  expect(group({ PASSKEY_ORIGINS: 'no origin' })).toEqual(['PASSKEY_ORIGINS'])
  expect(group({ PASSKEY_RP_ID: 'other.example' })).toEqual(['PASSKEY_RP_ID'])
})

test('without a relying party there are no passkeys', () => {
  expect(() => requireRelyingParty({ relyingParty: undefined })).toThrow('identity.passkeys_unavailable')
})
