import { readConfig } from '@gatehouse/runtime/read-config'
import { expect, test } from 'vitest'
import { gatewayConfigSchema } from './config.ts'

const valid = { DATABASE_URL: 'postgres://db/x', REDIS_URL: 'redis://cache' }

test('the unauthenticated pass-through is refused on an address that others can reach', () => {
  const passThrough = { ...valid, PASS_THROUGH_URL: 'http://127.0.0.1:8090/v1' }
  expect(readConfig(gatewayConfigSchema, passThrough).kind).toBe('valid')
  expect(readConfig(gatewayConfigSchema, { ...passThrough, HOST: '0.0.0.0' })).toMatchObject({
    kind: 'invalid',
    violations: [{ setting: 'PASS_THROUGH_URL' }],
  })
})
