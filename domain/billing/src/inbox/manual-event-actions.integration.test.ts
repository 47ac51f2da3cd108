import { type TestBilling, startTestBilling, testBy } from '@gatehouse/testkit/vitest/start-test-billing'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack } from '../catalog/offers.ts'
import { dryRunEvent, ignoreEvent, replayEvent, sweepDays, sweepOnRequest } from './manual-event-actions.ts'

let kit: TestBilling
let pack: CreditPack
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.deliverAll()
  company = await kit.addCompany()
})

const eventRow = (id: string) =>
  kit.open.database.selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audited = (id: string) =>
  kit.open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'company_id', 'subject_kind', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const actor = { actor_kind: 'operator', actor_id: 'test', company_id: null } as const

async function completion(): Promise<Stripe.Event> {
  const { sessionId } = await kit.buy(company, pack.id)
  await kit.sim.pay(sessionId)
  const completed = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  if (!completed) throw new Error('the simulator sent no completion')
  return completed
}

test('replaying a quarantined event applies it, and a second replay changes nothing; both are audited', async () => {
  const { events } = kit.billing
  const { id, ...rest } = await completion()
  await kit.deliver({ id, ...rest, api_version: '2024-04-10' })
  expect(await eventRow(id)).toMatchObject({ status: 'QUARANTINED' })
  expect(await replayEvent(events, id, testBy)).toMatchObject({ kind: 'processed' })
  expect(await eventRow(id)).toMatchObject({ status: 'PROCESSED', attempts: 1, last_error: null })
  expect(await kit.balance(company)).toBe('100.000000')
  expect(await replayEvent(events, id, testBy)).toEqual({ kind: 'processed', effects: [] })
  expect(await kit.balance(company)).toBe('100.000000')
  const entry = { action: 'provider_event.replay', subject_kind: 'provider_event', ...actor }
  expect(await audited(id)).toEqual([
    { ...entry, details: { status_before: 'QUARANTINED' } },
    { ...entry, details: { status_before: 'PROCESSED' } },
  ])
})

test('a dry run shows what an event would do, and changes and audits nothing', async () => {
  const { events } = kit.billing
  const completed = await completion()
  await kit.deliver({ ...completed, api_version: '2024-04-10' })
  const before = await eventRow(completed.id)
  const preview = await dryRunEvent(events, completed.id)
  expect(preview).toMatchObject({ kind: 'processed' })
  expect(preview.kind === 'processed' && preview.effects.length).toBeGreaterThan(0)
  expect(await eventRow(completed.id)).toEqual(before)
  expect(await kit.transfers(company)).toEqual([])
  expect(await audited(completed.id)).toEqual([])
})

test('an event of a type that is not handled is not counted as applied, and leaves quarantine', async () => {
  const { events } = kit.billing
  const { id } = await kit.sim.emit(
    'customer.created',
    { id: 'cus_1', object: 'customer' },
    { livemode: true },
  )
  await kit.deliverAll()
  expect(await eventRow(id)).toMatchObject({ status: 'QUARANTINED' })
  expect(await dryRunEvent(events, id)).toEqual({ kind: 'unhandled' })
  expect(await eventRow(id)).toMatchObject({ status: 'QUARANTINED' })
  expect(await replayEvent(events, id, testBy)).toEqual({ kind: 'unhandled' })
  expect(await eventRow(id)).toMatchObject({ status: 'IGNORED', last_error: null })
})

test('an event that cannot be read stays in quarantine when it is replayed', async () => {
  const { events, inbox } = kit.billing
  await inbox.receive(events.readEvent({ id: 'evt_odd', type: 'charge.refunded', data: 'nothing' }))
  const { id, status, last_error: reason } = await eventRow('evt_odd')
  expect(status).toBe('QUARANTINED')
  expect(await dryRunEvent(events, id)).toEqual({ kind: 'quarantined', reason })
  expect(await replayEvent(events, id, testBy)).toEqual({ kind: 'quarantined', reason })
  expect(await eventRow(id)).toMatchObject({ status: 'QUARANTINED', last_error: reason })
})

test.each(['RECEIVED', 'PARKED', 'QUARANTINED'] as const)(
  'a %s event that is ignored is not retried, and can be replayed',
  async (status) => {
    const { events, inbox } = kit.billing
    const { id } = await completion()
    await kit.billing.sweep()
    await kit.open.database
      .updateTable('provider_events')
      .set({ status, waits_for: 'purchase:unknown' })
      .where('id', '=', id)
      .execute()
    expect(await ignoreEvent(events, id, { ...testBy, reason: 'a test purchase' })).toBe(true)
    expect(await eventRow(id)).toMatchObject({
      status: 'IGNORED',
      last_error: 'ignored: a test purchase',
      waits_for: null,
    })
    await inbox.retryDue()
    expect(await kit.transfers(company)).toEqual([])
    const details = { status_before: status, reason: 'a test purchase' }
    expect(await audited(id)).toEqual([
      { action: 'provider_event.ignore', subject_kind: 'provider_event', ...actor, details },
    ])
    await replayEvent(events, id, testBy)
    expect(await kit.balance(company)).toBe('100.000000')
  },
)

test('an event that was applied cannot be ignored, and the attempt is not audited', async () => {
  const completed = await completion()
  await kit.deliver(completed)
  const processed = await eventRow(completed.id)
  const by = { ...testBy, reason: 'too late' }
  expect(await ignoreEvent(kit.billing.events, completed.id, by)).toBe(false)
  expect(await eventRow(completed.id)).toEqual(processed)
  expect(await audited(completed.id)).toEqual([])
})

test('an unknown event is a fault that quotes at most 100 characters of the id', async () => {
  const { events } = kit.billing
  const fault = {
    kind: 'not_found',
    code: 'billing.event_unknown',
    publicMessage: `There is no event evt_${'x'.repeat(96)} in the inbox.`,
  }
  const id = `evt_${'x'.repeat(200)}`
  await expect(replayEvent(events, id, testBy)).rejects.toMatchObject(fault)
  await expect(dryRunEvent(events, id)).rejects.toMatchObject(fault)
  await expect(ignoreEvent(events, id, { ...testBy, reason: '' })).rejects.toMatchObject(fault)
})

test('a sweep on request is audited, stores the lost events of these days, and applies all that are due', async () => {
  const { billing } = kit
  await completion()
  for (let number = 0; number < 100; number += 1)
    await kit.sim.emit('charge.refunded', { id: `ch_${number}`, object: 'charge' })
  const due = async () =>
    (
      await kit.open.database
        .selectFrom('provider_events')
        .select('id')
        .where('status', '=', 'RECEIVED')
        .execute()
    ).length
  const lost = kit.undelivered().length
  const swept = await sweepOnRequest(billing, 2, testBy)
  expect(swept.added).toBeGreaterThan(100)
  expect(swept.added).toBeLessThanOrEqual(lost)
  expect(await kit.balance(company)).toBe('100.000000')
  expect(await due()).toBe(0)
  expect(await audited('inbox')).toEqual([
    { action: 'provider_event.sweep', subject_kind: 'provider_events', ...actor, details: { days: 2 } },
  ])
  expect((await sweepDays(billing, 2)).added).toBe(0)
})

test('a sweep reads only the days that it is asked for', async () => {
  const { billing } = kit
  await kit.deliverAll()
  const daysAgo = (days: number) => kit.sim.nowSeconds() - days * 86_400
  const emit = (id: string, days: number) =>
    kit.sim.emit('charge.refunded', { id, object: 'charge' }, { createdSeconds: daysAgo(days) })
  await emit('ch_old', 5)
  await emit('ch_new', 1)
  expect((await sweepDays(billing, 2)).added).toBe(1)
  expect((await sweepDays(billing, 6)).added).toBe(1)
})
