import { readConfig } from '@gatehouse/runtime/read-config'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { expect, test } from 'vitest'
import { backendConfigSchema } from './config.ts'

const environment = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  REDIS_URL: 'redis://127.0.0.1',
  JWT_SECRETS: testJwtSecrets,
  KEY_PEPPERS: testKeyPeppers,
  ...testPaymentSettings,
}
const settingsAtFault = (changes: Record<string, string | undefined>) => {
  const outcome = readConfig(backendConfigSchema, { ...environment, ...changes })
  return outcome.kind === 'valid' ? [] : outcome.violations.map(({ setting }) => setting)
}

// With an empty secret anyone could sign webhook events, so the process must refuse to start.
test.each(['', '   ', ',', 'whsec_short', 'whsec_0123456789abcdef,', undefined])(
  'the backend refuses to start with the signing secret "%s"',
  (secret) => {
    expect(settingsAtFault({ PAYMENT_WEBHOOK_SECRETS: secret })).toContain('PAYMENT_WEBHOOK_SECRETS')
  },
)

test('one signing secret is accepted, or two during a rotation', () => {
  expect(settingsAtFault({})).toEqual([])
  const both = 'whsec_0123456789abcdef, whsec_abcdef0123456789'
  expect(settingsAtFault({ PAYMENT_WEBHOOK_SECRETS: both })).toEqual([])
})

test('the AI service’s URL and secret are set together or not at all', () => {
  const address = { AI_SERVICE_URL: 'http://127.0.0.1:8082' }
  expect(settingsAtFault({ ...address, AI_SERVICE_SECRET: 's'.repeat(32) })).toEqual([])
  expect(settingsAtFault(address)).toEqual(['AI_SERVICE_SECRET'])
  expect(settingsAtFault({ AI_SERVICE_SECRET: 's'.repeat(32) })).toEqual(['AI_SERVICE_URL'])
  expect(settingsAtFault({ ...address, AI_SERVICE_SECRET: 'short' })).toContain('AI_SERVICE_SECRET')
})

const relyingParty = (changes: Record<string, string>) => {
  const outcome = readConfig(backendConfigSchema, { ...environment, ...changes })
  return outcome.kind === 'valid' ? outcome.config.relyingParty : outcome.violations
}

test('passkeys belong to the domain of the console, unless settings name another one', () => {
  expect(relyingParty({})).toEqual({ id: 'localhost', origins: ['http://localhost:8081'] })
  const CONSOLE_URL = 'https://console.example.com/app/'
  const origins = ['https://console.example.com']
  expect(relyingParty({ CONSOLE_URL })).toEqual({ id: 'console.example.com', origins })
  expect(relyingParty({ CONSOLE_URL, PASSKEY_RP_ID: 'example.com' })).toEqual({ id: 'example.com', origins })
  expect(relyingParty({ PASSKEY_ORIGINS: 'https://a.example.com, https://b.a.example.com:8443' })).toEqual({
    id: 'a.example.com',
    origins: ['https://a.example.com', 'https://b.a.example.com:8443'],
  })
})

test('where browsers refuse passkeys they are unavailable, and settings that cannot work are refused', () => {
  expect(relyingParty({ CONSOLE_URL: 'http://console.example.com' })).toBeUndefined()
  expect(relyingParty({ CONSOLE_URL: 'https://192.0.2.1' })).toBeUndefined()
  expect(relyingParty({ CONSOLE_URL: 'https://[2001:db8::1]' })).toBeUndefined()
  for (const PASSKEY_ORIGINS of [
    'http://console.example.com',
    'https://192.0.2.1',
    'https://console.example.com/app',
    'https://console.example.com,',
    'https://a.example.com,https://a.example.org',
    'console.example.com',
  ])
    expect([PASSKEY_ORIGINS, settingsAtFault({ PASSKEY_ORIGINS })]).toEqual([
      PASSKEY_ORIGINS,
      ['PASSKEY_ORIGINS'],
    ])
  const CONSOLE_URL = 'https://console.example.com'
  for (const PASSKEY_RP_ID of ['example.org', 'ole.example.com', 'x.console.example.com'])
    expect(settingsAtFault({ CONSOLE_URL, PASSKEY_RP_ID })).toEqual(['PASSKEY_RP_ID'])
})
