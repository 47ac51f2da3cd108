import { readConfig } from '@gatehouse/runtime/read-config'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { forProcess, gatewayConfigSchema } from './config.ts'

const environment = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  REDIS_URL: 'redis://127.0.0.1',
  KEY_PEPPERS: testKeyPeppers,
}
const read = (changes: Record<string, string>) =>
  readConfig(gatewayConfigSchema, { ...environment, ...changes })
const settingsAtFault = (changes: Record<string, string>) => {
  const outcome = read(changes)
  return outcome.kind === 'valid' ? [] : outcome.violations.map(({ setting }) => setting)
}

test.each([
  [{}, []],
  [{ PORT: '0' }, []],
  [{ GATEWAY_PROCESSES: '4', METRICS_PORT: '9100' }, []],
  [{ GATEWAY_PROCESSES: '4' }, ['METRICS_PORT']],
  [{ GATEWAY_PROCESSES: '4', METRICS_PORT: '0' }, ['METRICS_PORT']],
  [{ GATEWAY_PROCESSES: '4', METRICS_PORT: '65533' }, ['METRICS_PORT']],
  [{ GATEWAY_PROCESSES: '4', METRICS_PORT: '8077', PORT: '8080' }, ['METRICS_PORT']],
  [{ GATEWAY_PROCESSES: '4', METRICS_PORT: '8076', PORT: '8080' }, []],
  [{ GATEWAY_PROCESSES: '2', METRICS_PORT: '9100', PORT: '0' }, ['PORT']],
  [{ GATEWAY_PROCESSES: '0' }, ['GATEWAY_PROCESSES']],
])('the ports of several processes: %o', (changes, atFault) => {
  expect(settingsAtFault(changes)).toEqual(atFault)
})

test('each process has its own port for metrics', () => {
  const outcome = read({ GATEWAY_PROCESSES: '4', METRICS_PORT: '9100' })
  if (outcome.kind !== 'valid') throw new Error('the settings are invalid')
  expect([0, 3].map((number) => forProcess(outcome.config, number).http.metricsPort)).toEqual([9100, 9103])
})
