import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createAliasBreakers } from './alias-breakers.ts'
import { parseTimeLimitMs } from './model-client.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('aliases fail independently, and calls to a recovered one ramp up slowly', async () => {
  const clock = createFakeClock()
  const breakers = createAliasBreakers({ clock, logger })
  const breaker = breakers.of('svc/extract-default')
  for (let count = 0; count < 5; count += 1) breaker.tryAcquire()?.fail()
  breakers.of('svc/chat-default').tryAcquire()?.succeed()
  expect(breakers.states()).toEqual({ 'svc/extract-default': 'open', 'svc/chat-default': 'closed' })
  expect(breaker.callsMax()).toBe(0)
  await clock.advance(60_000)
  expect(breaker.callsMax()).toBe(1)
  breaker.tryAcquire()?.succeed()
  expect(breaker.callsMax()).toBe(2)
  expect(breakers.of('svc/extract-default')).toBe(breaker)
})

test('a test call that takes the full time limit still closes the breaker', async () => {
  const clock = createFakeClock()
  const breaker = createAliasBreakers({ clock, logger }).of('svc/extract-default')
  for (let count = 0; count < 5; count += 1) breaker.tryAcquire()?.fail()
  await clock.advance(60_000)
  const permit = breaker.tryAcquire()
  await clock.advance(parseTimeLimitMs)
  permit?.succeed()
  expect(breaker.state()).toBe('closed')
})
