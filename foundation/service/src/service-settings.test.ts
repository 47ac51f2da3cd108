import { readConfig } from '@gatehouse/runtime/read-config'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serviceSettings } from './service-settings.ts'

const needed = { DATABASE_URL: 'postgres://localhost/gatehouse', REDIS_URL: 'redis://localhost' }
const schema = z.object(serviceSettings({ port: 8080, connectionsMax: 100 }))

test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('a service listens on the address %s', (address) => {
  expect(readConfig(schema, { ...needed, HOST: address })).toMatchObject({ config: { HOST: address } })
})

test('a service listens only on this machine by default', () => {
  expect(readConfig(schema, needed)).toMatchObject({ config: { HOST: '127.0.0.1', PORT: 8080 } })
})

test.each(['localhost', 'gateway.internal'])(
  '%s, which may resolve to several addresses, is refused',
  (name) => {
    expect(readConfig(schema, { ...needed, HOST: name })).toMatchObject({
      kind: 'invalid',
      violations: [{ setting: 'HOST', message: expect.stringContaining('127.0.0.1, ::1') as string }],
    })
  },
)

test.each([
  'redis://localhost',
  'rediss://:secret@redis.internal:6380/1',
  'redis+sentinel://a:26379,b/main/1',
  'redis+cluster://a:7000,b:7001,c',
  'redis+cluster://:secret@a:7000/0',
])('%s is an address of Redis', (url) => {
  expect(readConfig(schema, { ...needed, REDIS_URL: url })).toMatchObject({ config: { PORT: 8080 } })
})

test.each([
  'http://localhost',
  'redis+sentinel://a,b',
  'redis+cluster://a:7000,b:7001/1',
  'redis+cluster://a:7000,b:nine',
  'redis+cluster://',
  'redis+cluster://a:7000,redis://b',
])('%s is not an address of Redis', (url) => {
  expect(readConfig(schema, { ...needed, REDIS_URL: url })).toMatchObject({
    kind: 'invalid',
    violations: [
      { setting: 'REDIS_URL', message: expect.stringContaining('redis+cluster://host:port') as string },
    ],
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=100%'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('%s=%s is refused', (setting, value) => {
  expect(readConfig(schema, { ...needed, [setting]: value })).toMatchObject({
    kind: 'invalid',
    violations: [{ setting }],
  })
})
