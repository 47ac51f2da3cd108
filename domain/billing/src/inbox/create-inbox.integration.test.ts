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
