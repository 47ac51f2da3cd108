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
