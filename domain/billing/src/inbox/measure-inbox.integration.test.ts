import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMeasureInbox } from './measure-inbox.ts'

let kit: TestBilling
beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

const event = (id: string, changes: Partial<Stripe.Event>) =>
  ({
    id,
    object: 'event',
    type: 'charge.refunded',
    created: 1_700_000_000,
    api_version: '2023-10-16',
    livemode: false,
    data: {
      object: { id: `ch_${id}`, object: 'charge', amount: 100, amount_refunded: 100, currency: 'eur' },
    },
    ...changes,
  }) as unknown as Stripe.Event

test('the gauges show pending events, the age of the oldest, and quarantined events', async () => {
  const metrics = createMetrics('test')
  const measure = createMeasureInbox(kit.open.database, metrics)
  const read = async () => {
    await measure()
    const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('gatehouse_payment'))
    return Object.fromEntries(lines.map((line) => [line.replace(/\{.*/, ''), Number(line.split(' ').at(-1))]))
  }
  expect(await read()).toEqual({
    gatehouse_payment_events_pending: 0,
    gatehouse_payment_events_oldest_pending_seconds: 0,
    gatehouse_payment_events_quarantined: 0,
  })
  await kit.deliver(event('evt_1', {}), event('evt_2', { api_version: '2099-01-01' }))
  await kit.open.postgres.query(`update provider_events set received_at = now() - interval '1 hour'`)
  const found = await read()
  expect(found).toMatchObject({
    gatehouse_payment_events_pending: 1,
    gatehouse_payment_events_quarantined: 1,
  })
  expect(found['gatehouse_payment_events_oldest_pending_seconds']).toBeGreaterThanOrEqual(3_600)
})
