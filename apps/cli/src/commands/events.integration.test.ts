import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '../command.ts'
import { eventsCommand } from './events.ts'
import { runCommand } from '../testing/run-command.ts'
import { subscriptionsCommand } from './subscriptions.ts'

let kit: TestBilling

beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

const run = (command: Command, ...args: string[]) =>
  runCommand(command, args, {
    environment: {
      DATABASE_URL: kit.open.url,
      PAYMENT_API_KEY: kit.sim.apiKey,
      PAYMENT_API_URL: kit.sim.baseUrl,
    },
  })

async function paidPack() {
  const companyId = await kit.addCompany()
  const pack = await kit.addPack()
  const { sessionId, purchaseId } = await kit.buy(companyId, pack.id)
  await kit.sim.pay(sessionId)
  const event = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  if (!event) throw new Error('the simulator emitted no checkout.session.completed')
  return { companyId, purchaseId, event }
}

test('an event is dry-run without any change, and then replayed', async () => {
  const { companyId, purchaseId, event } = await paidPack()
  await kit.deliver({ ...event, api_version: '2024-04-10' })
  const effects = [
    `  purchase ${purchaseId} is COMPLETED`,
    `  PACK_PURCHASE pack:${purchaseId} +100.000000`,
    `  invoice of purchase ${purchaseId} is PAID`,
  ]
  expect(await run(eventsCommand, 'dry-run', event.id)).toEqual({
    exitCode: 0,
    lines: [`${event.id}: applied`, ...effects, 'nothing was changed'],
  })
  expect(await kit.balance(companyId)).toBe('0.000000')
  const listed = await run(eventsCommand, 'list', '--status', 'quarantined')
  expect(listed.lines.at(-1)).toContain('has the API version 2024-04-10')
  const replayed = await run(eventsCommand, 'replay', '--status', 'quarantined')
  expect(replayed).toMatchObject({ exitCode: 0 })
  expect(replayed.lines).toEqual([`${event.id}: applied`, ...effects, '1 of 1 events were applied'])
  expect(await kit.balance(companyId)).toBe('100.000000')
  const again = await run(eventsCommand, 'replay', event.id)
  expect(again.lines[0]).toBe(`${event.id}: nothing to change`)
  expect(await kit.balance(companyId)).toBe('100.000000')
})

test('an event that cannot be applied gives exit code 1, until an operator ignores it', async () => {
  const { event, purchaseId } = await paidPack()
  await kit.open.database.deleteFrom('credit_pack_purchases').where('id', '=', purchaseId).execute()
  await kit.deliver({ ...event, data: { object: { ...event.data.object, metadata: {} } } } as typeof event)
  const replayed = await run(eventsCommand, 'replay', event.id)
  expect(replayed.exitCode).toBe(1)
  expect(replayed.lines[0]).toBe(
    `${event.id}: waits for purchase:${purchaseId}, because the purchase of the checkout is unknown`,
  )
  await expect(run(eventsCommand, 'ignore', event.id)).rejects.toThrow('say why with --reason')
  expect(await run(eventsCommand, 'ignore', event.id, '--reason', 'made by hand')).toMatchObject({
    exitCode: 0,
  })
  const entry = await kit.open.database
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'provider_event.ignore')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_id: 'ada', details: { reason: 'made by hand' } })
})

test('all events of a status are replayed once, oldest first, also those that remain in it', async () => {
  // More than are read at a time. Their payloads cannot be read, so they stay in quarantine.
  const count = 1_003
  await kit.open.postgres.query(
    `insert into provider_events (id, type, event_created_at, is_live, payload, source, status)
     select 'evt_many_' || n, 'charge.refunded', '2026-01-01'::timestamptz + n * interval '1 second', false, '{}', 'WEBHOOK', 'QUARANTINED'
       from generate_series(1, $1) n`,
    [count],
  )
  const replayed = await run(eventsCommand, 'replay', '--status', 'quarantined')
  expect(replayed.exitCode).toBe(1)
  expect(replayed.lines.at(-1)).toBe(`0 of ${count} events were applied`)
  const ids = replayed.lines.flatMap((line) => /^(evt_\w+): /.exec(line)?.[1] ?? [])
  expect(ids).toEqual(Array.from({ length: count }, (_, index) => `evt_many_${index + 1}`))
  await kit.open.postgres.query(`delete from provider_events where id like 'evt_many_%'`)
})

test('a replayed event of a type that is not handled is reported as such, and not as applied', async () => {
  const { id } = await kit.sim.emit(
    'customer.created',
    { id: 'cus_1', object: 'customer' },
    { livemode: true },
  )
  await kit.deliverAll()
  expect(await run(eventsCommand, 'replay', id)).toEqual({
    exitCode: 0,
    lines: [
      `${id}: ignored, because its type is not handled`,
      '0 of 1 events were applied, 1 is of a type that is not handled',
    ],
  })
})

test('a sweep adds events that never arrived', async () => {
  const { companyId } = await paidPack()
  const { exitCode, lines } = await run(eventsCommand, 'sweep', '--days', '1')
  expect(exitCode).toBe(0)
  expect(lines[0]).toMatch(/^the provider lists \d+ events; [1-9]\d* of them were missing/)
  expect(await kit.balance(companyId)).toBe('100.000000')
})

test.each([['replay'], ['dry-run'], ['list', '--status', 'x'], ['sweep', '--days', '31'], ['drop']])(
  'wrong arguments are reported: %s %s %s',
  async (...args) => {
    await expect(run(eventsCommand, ...args)).rejects.toMatchObject({ code: 'cli.usage' })
  },
)

test('an unknown event is reported', async () => {
  await expect(run(eventsCommand, 'replay', 'evt_none')).rejects.toThrow('There is no event evt_none')
})

test('stale subscriptions are listed, and ended only with --apply, each with an audit entry', async () => {
  const companyId = await kit.addCompany()
  const plan = await kit.addPlan()
  const providerId = await kit.subscribe(companyId, plan.id)
  await kit.deliverAll()
  const find = () =>
    kit.open.database
      .selectFrom('subscriptions')
      .selectAll()
      .where('provider_subscription_id', '=', providerId)
      .executeTakeFirstOrThrow()
  const { id } = await find()
  const shown = await run(subscriptionsCommand, 'deactivate-stale', '--id', id)
  expect(shown.lines.at(-1)).toBe('1 subscriptions would be ended; repeat with --apply to end them')
  expect(await find()).toMatchObject({ status: 'ACTIVE', is_active: true, end_date: null })
  const early = await run(
    subscriptionsCommand,
    'deactivate-stale',
    '--not-seen-since',
    '2020-01-01',
    '--apply',
  )
  expect(early.lines).toEqual(['0 subscriptions were ended'])
  const ended = await run(subscriptionsCommand, 'deactivate-stale', '--id', id, '--apply')
  expect(ended).toMatchObject({ exitCode: 0 })
  expect(ended.lines.at(-1)).toBe('1 subscriptions were ended')
  const row = await find()
  expect(row).toMatchObject({ status: 'CANCELED', is_active: false })
  expect(row.end_date?.getTime()).toBe(row.updated_at.getTime())
  const entries = await kit.open.database
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'subscription.deactivate_stale')
    .execute()
  expect(entries).toEqual([{ actor_id: 'ada' }])
  // A late event from before the deactivation does not reactivate the subscription.
  const update = kit.sim.events.find(({ type }) => type === 'customer.subscription.created')
  if (update) await kit.deliver(await kit.sim.emitAgain(update.id))
  expect(await find()).toMatchObject({ status: 'CANCELED', is_active: false })
  const again = await run(subscriptionsCommand, 'deactivate-stale', '--id', id.toUpperCase(), '--apply')
  expect(again).toEqual({
    exitCode: 1,
    lines: [`${id} is not an active subscription`, '0 subscriptions were ended'],
  })
})

test.each([[], ['2026-02-31'], ['January'], ['2026-01-31T18:00'], ['never']])(
  'deactivate-stale needs --id or a date: %s',
  async (...dates) => {
    const options = dates.flatMap((date) => ['--not-seen-since', date])
    const work = run(subscriptionsCommand, 'deactivate-stale', ...options)
    await expect(work).rejects.toMatchObject({ code: 'cli.usage' })
  },
)

test('deactivate-stale refuses a date in the future', async () => {
  const work = run(subscriptionsCommand, 'deactivate-stale', '--not-seen-since', '2062-01-01', '--apply')
  await expect(work).rejects.toMatchObject({ code: 'billing.time_in_future' })
})
