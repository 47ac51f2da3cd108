import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Plan } from '../catalog/offers.ts'
import { type StaleSelection, deactivateStaleSubscriptions } from './deactivate-stale.ts'

const clock = createSystemClock()
let kit: TestBilling
let plan: Plan
let company: string
let providerId: string

beforeAll(async () => {
  kit = await startTestBilling()
  plan = await kit.addPlan()
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
  providerId = await kit.subscribe(company, plan.id)
  await kit.deliverAll()
})

const subscription = () =>
  kit.open.database
    .selectFrom('subscriptions')
    .selectAll()
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
const deactivate = (selection: StaleSelection, isDryRun = false) =>
  deactivateStaleSubscriptions({ databases: oneShard(kit.open.database), ids: testIds, clock }, selection, {
    isDryRun,
    by: testBy,
  })
const audited = () =>
  kit.open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'company_id', 'details'])
    .where('company_id', '=', company)
    .where('action', '=', 'subscription.deactivate_stale')
    .execute()

test('chosen subscriptions are ended once, with an audit entry; a dry run only lists them', async () => {
  const active = await subscription()
  const found = {
    id: active.id,
    companyId: company,
    providerSubscriptionId: providerId,
    lastSeenAt: active.last_seen_at,
  }
  expect(await deactivate({ ids: [active.id] }, true)).toEqual([found])
  expect(await subscription()).toEqual(active)
  expect(await audited()).toEqual([])
  expect(await deactivate({ ids: [active.id] })).toEqual([found])
  const ended = await subscription()
  expect(ended).toMatchObject({ status: 'CANCELED', is_active: false, needs_refetch: false })
  expect(ended.end_date).toBeInstanceOf(Date)
  expect(ended.revision).toBe(active.revision + 1n)
  const details = { provider_subscription_id: providerId, status_before: 'ACTIVE' }
  expect(await audited()).toEqual([
    { action: 'subscription.deactivate_stale', actor_id: 'test', company_id: company, details },
  ])
  expect(await deactivate({ ids: [active.id] })).toEqual([])
  expect(await audited()).toHaveLength(1)
})

test('without ids nothing is selected', async () => {
  expect(await deactivate({ ids: [] })).toEqual([])
  expect(await subscription()).toMatchObject({ status: 'ACTIVE' })
})

test('only subscriptions that were not seen since the given time are ended', async () => {
  const { last_seen_at: seenAt } = await subscription()
  const endedBy = async (notSeenSince: Date) =>
    (await deactivate({ notSeenSince }, true)).some(({ companyId }) => companyId === company)
  expect(await endedBy(seenAt)).toBe(false)
  expect(await endedBy(new Date(seenAt.getTime() + 1))).toBe(true)
})

test('a time in the future is refused, because it would end every subscription', async () => {
  const future = { notSeenSince: new Date(clock.wallMs() + 60_000) }
  const fault = { kind: 'invalid', code: 'billing.time_in_future', input: 'notSeenSince' }
  for (const isDryRun of [true, false])
    await expect(deactivate(future, isDryRun)).rejects.toMatchObject(fault)
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', is_active: true })
})

test('an older event does not reactivate it, a newer one does', async () => {
  const event = kit.sim.events.findLast(({ type }) => type === 'customer.subscription.created')
  if (!event) throw new Error('the simulator sent no subscription')
  await deactivate({ ids: [(await subscription()).id] })
  const object = { ...event.data.object, status: 'active' }
  await kit.sim.emit('customer.subscription.updated', object, { createdSeconds: event.created })
  await kit.deliverAll()
  expect(await subscription()).toMatchObject({ status: 'CANCELED', is_active: false })
  const later = kit.sim.nowSeconds() + 3_600
  await kit.sim.emit('customer.subscription.updated', object, { createdSeconds: later })
  await kit.deliverAll()
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', is_active: true })
})
