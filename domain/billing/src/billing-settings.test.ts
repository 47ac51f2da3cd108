import { expect, test } from 'vitest'
import { z } from 'zod'
import { billingSettings, groupBillingSettings } from './billing-settings.ts'

const required = { PAYMENT_API_KEY: 'sk_test_1', PAYMENT_WEBHOOK_SECRETS: 'whsec_0123456789' }
const read = (changes: Record<string, string> = {}) =>
  groupBillingSettings(z.object(billingSettings).parse({ ...required, ...changes }))

test('the settings are grouped, and the console is the backend of this machine unless it is named', () => {
  const settings = read()
  expect(settings.apiKey.reveal()).toBe('sk_test_1')
  expect(settings.apiUrl).toBeUndefined()
  expect(settings.signingSecrets.map((secret) => secret.reveal())).toEqual(['whsec_0123456789'])
  expect(settings.consoleUrl).toBe('http://127.0.0.1:8081')
  expect(read({ CONSOLE_URL: 'https://console.example/' }).consoleUrl).toBe('https://console.example')
})

test('during a rotation there are two signing secrets', () => {
  const secrets = read({ PAYMENT_WEBHOOK_SECRETS: 'whsec_0123456789, whsec_abcdefghij' }).signingSecrets
  expect(secrets.map((secret) => secret.reveal())).toEqual(['whsec_0123456789', 'whsec_abcdefghij'])
})

test.each([
  ['an empty secret', ''],
  ['a secret of 15 characters', 'whsec_012345678'],
  ['an empty second secret', 'whsec_0123456789,'],
  ['three secrets', 'whsec_0123456789,whsec_abcdefghij,whsec_klmnopqrst'],
])('%s is refused', (_, secrets) => {
  expect(() => read({ PAYMENT_WEBHOOK_SECRETS: secrets })).toThrow(
    'must be one signing secret, or two separated by a comma; each has at least 16 characters',
  )
})
