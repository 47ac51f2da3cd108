import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EventFilter,
  listEvents,
  listOldestIds,
  readInboxSummary,
  readListedEvent,
} from './list-events.ts'

let kit: TestBilling
beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

const event = (id: string, created: number, changes: object = {}) =>
  ({
    id,
    object: 'event',
    type: 'charge.refunded',
    created,
    api_version: '2023-10-16',
    livemode: false,
    data: {
      object: { id: `ch_${id}`, object: 'charge', amount: 100, amount_refunded: 100, currency: 'eur' },
    },
    ...changes,
  }) as unknown as Stripe.Event
const listed = async (filter: Partial<EventFilter> = {}) =>
  (await listEvents(kit.open.database, { limit: 10, ...filter })).map(({ id }) => id)

test('an empty inbox is summed up as empty', async () => {
  expect(await readInboxSummary(kit.open.database)).toEqual({
    received: 0,
    parked: 0,
    quarantined: 0,
    oldestPendingAt: null,
    sweptThrough: null,
  })
})

test('events are listed newest first, page by page, and by status and type, without their payloads', async () => {
  await kit.deliver(
    event('evt_1', 1_700_000_001),
    event('evt_3', 1_700_000_002),
    event('evt_2', 1_700_000_002, { api_version: '2099-01-01' }),
    event('evt_4', 1_700_000_000, { type: 'customer.updated' }),
  )
  expect(await listed()).toEqual(['evt_3', 'evt_2', 'evt_1', 'evt_4'])
  expect(await listed({ limit: 1 })).toEqual(['evt_3'])
  expect(await listed({ beforeId: 'evt_3' })).toEqual(['evt_2', 'evt_1', 'evt_4'])
  expect(await listed({ beforeId: 'evt_2', limit: 1 })).toEqual(['evt_1'])
  expect(await listed({ status: 'QUARANTINED' })).toEqual(['evt_2'])
  expect(await listed({ type: 'customer.updated' })).toEqual(['evt_4'])
  expect(await listed({ status: 'QUARANTINED', type: 'customer.updated' })).toEqual([])
  const { database } = kit.open
  const one = await readListedEvent(database, 'evt_2')
  expect(one).toMatchObject({ id: 'evt_2', status: 'QUARANTINED', api_version: '2099-01-01' })
  expect(one).not.toHaveProperty('payload')
  expect(await readListedEvent(database, 'evt_9')).toBeUndefined()
})

test('ids of one status are listed oldest first, page by page', async () => {
  const newer = { type: 'customer.updated', api_version: '2099-01-01' }
  await kit.deliver(
    event('evt_7', 1_600_000_001, newer),
    event('evt_6', 1_600_000_000, newer),
    event('evt_8', 1_600_000_000, newer),
  )
  const ids = (page: { afterId?: string; limit: number }) =>
    listOldestIds(kit.open.database, { status: 'QUARANTINED', ...page })
  expect(await ids({ limit: 10 })).toEqual(['evt_6', 'evt_8', 'evt_7', 'evt_2'])
  expect(await ids({ limit: 1 })).toEqual(['evt_6'])
  expect(await ids({ afterId: 'evt_6', limit: 2 })).toEqual(['evt_8', 'evt_7'])
  expect(await ids({ afterId: 'evt_2', limit: 1 })).toEqual([])
  await kit.open.postgres.query(`delete from provider_events where id in ('evt_6', 'evt_7', 'evt_8')`)
})

test('the summary counts what is not applied, and states the age of the oldest', async () => {
  const { database, postgres } = kit.open
  await postgres.query(`update provider_events set status = 'RECEIVED' where id = 'evt_4'`)
  await postgres.query(
    `update provider_events set received_at = '2026-01-02T03:04:05Z' where status = 'PARKED' and id = 'evt_1'`,
  )
  await postgres.query(
    `update provider_events set received_at = '2026-01-01T00:00:00Z' where status = 'QUARANTINED'`,
  )
  const summary = await readInboxSummary(database)
  expect(summary).toEqual({
    received: 1,
    parked: 2,
    quarantined: 1,
    oldestPendingAt: new Date('2026-01-02T03:04:05Z'),
    sweptThrough: null,
  })
  await kit.sim.emit('charge.refunded', { id: 'ch_5', object: 'charge' })
  await kit.billing.sweep()
  const sweptThrough = new Date(kit.sim.nowSeconds() * 1_000)
  expect(await readInboxSummary(database)).toMatchObject({ sweptThrough })
})
