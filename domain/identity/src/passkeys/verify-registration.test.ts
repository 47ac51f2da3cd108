import { createSoftwareAuthenticator } from '@gatehouse/testkit/software-authenticator'
import { expect, test } from 'vitest'
import { readRegistration } from './read-response.ts'
import { verifyRegistration } from './verify-registration.ts'

const relyingParty = { id: 'console.example', origins: ['https://console.example'] }
const options = { challenge: 'c29tZSBjaGFsbGVuZ2U', rp: { id: relyingParty.id }, user: { id: 'dXNlcg' } }
const authenticator = createSoftwareAuthenticator('https://console.example')

test('a credential without attestation is accepted as it is', async () => {
  const answer = authenticator.create(options)
  const credential = await verifyRegistration(readRegistration(answer), relyingParty)
  expect(credential).toMatchObject({
    counter: 0,
    transports: ['internal'],
    isSingleDevice: true,
    isBackedUp: false,
  })
  expect(credential.id.toString('base64url')).toBe(answer.id)
})

test('a transport that Postgres does not store is refused', () => {
  const answer = authenticator.create(options)
  const response = { ...answer.response, transports: ['\0'] }
  expect(() => readRegistration({ ...answer, response })).toThrow('identity.passkey_refused')
})

test.each([
  ['packed', new Map([['x5c', [Buffer.from('a certificate')]]])],
  ['fido-u2f', new Map([['x5c', [Buffer.from('a certificate')]]])],
  ['apple', new Map([['x5c', [Buffer.from('a certificate')]]])],
  ['android-safetynet', new Map([['ver', 'a version']])],
])('the certificates of a %s attestation are refused before they are parsed', async (format, statement) => {
  const answer = authenticator.create(options, { attestation: { format, statement } })
  await expect(verifyRegistration(readRegistration(answer), relyingParty)).rejects.toMatchObject({
    code: 'identity.passkey_refused',
    context: { reason: 'the attestation has certificates, which were not asked for' },
  })
})
