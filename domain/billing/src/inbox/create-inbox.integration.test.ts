import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInbox } from './create-inbox.ts'

let kit: TestBilling

beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

test('an event is stored while every connection that applies events is busy, and applied later', async () => {
  await using scope = new AsyncDisposableStack()
  const { events } = kit.billing
  const applying = createPostgres({
    url: new Secret(kit.open.url),
    applicationName: 'test',
    poolSizeMax: 1,
    logger: events.logger,
  })
  scope.defer(() => applying.close())
  const database = createDatabase<Tables>(applying)
  const storage = kit.open.database
  const inbox = createInbox({ ...events, database, databases: oneShard(database), storage })
  const company = await kit.addCompany()
  const pack = await kit.addPack(100, 25)
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  const paid = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  if (!paid) throw new Error('the simulator sent no event for the payment')

  const busy = await applying.connect()
  await inbox.receive(events.readEvent(structuredClone(paid))).finally(() => busy.release())
  const stored = await storage
    .selectFrom('provider_events')
    .select('status')
    .where('id', '=', paid.id)
    .executeTakeFirst()
  expect(stored?.status).toBe('RECEIVED')
  expect(await kit.balance(company)).toBe('0.000000')

  await kit.deliver(paid)
  expect(await kit.balance(company)).toBe('100.000000')
})

test.each(['\ud83d', '\0'])(
  'a payment whose event contains %j, which Postgres cannot store, is credited',
  async (odd) => {
    const company = await kit.addCompany()
    const pack = await kit.addPack(100, 25)
    await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
    const paid = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
    if (!paid) throw new Error('the simulator sent no event for the payment')

    await kit.deliver(Object.assign(structuredClone(paid), { description: `Ana ${odd}` }))
    expect(await kit.balance(company)).toBe('100.000000')
  },
)

test('an event that failed is tried again after at most its age, however many copies of it were tried', async () => {
  const { events } = kit.billing
  const fail = () => {
    throw new Error('not now')
  }
  const inbox = createInbox({ ...events, ids: { ...events.ids, uuid: fail } })
  const company = await kit.addCompany()
  const pack = await kit.addPack(100, 25)
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  const paid = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  if (!paid) throw new Error('the simulator sent no event for the payment')

  async function delayAtAge(ageS: number): Promise<number> {
    const { postgres } = kit.open
    await postgres.query(
      `update provider_events set attempts = 20, received_at = now() - make_interval(secs => $2) where id = $1`,
      [paid?.id, ageS],
    )
    await inbox.receive(events.readEvent(structuredClone(paid)))
    const { rows } = await postgres.query<{ delay_s: number }>(
      `select extract(epoch from next_attempt_at - now())::float8 as delay_s from provider_events where id = $1`,
      [paid?.id],
    )
    return rows[0]?.delay_s ?? Number.NaN
  }

  await inbox.receive(events.readEvent(structuredClone(paid)))
  const delays = [await delayAtAge(0), await delayAtAge(40), await delayAtAge(86_400)]
  expect(delays.map((delayS) => Math.round(delayS / 10) * 10)).toEqual([0, 40, 3_600])
  expect(await kit.balance(company)).toBe('0.000000')

  await kit.deliver(paid)
  expect(await kit.balance(company)).toBe('100.000000')
})
