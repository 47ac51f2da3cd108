import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NewOutgoingEvent, enqueueEvent } from './enqueue-event.ts'

const ids = createIds(createSystemClock())
let open: OpenTestDatabase
let companyId: string

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
})

async function addEndpoint(values: { types?: string[]; isEnabled?: boolean; isDeleted?: boolean } = {}) {
  const id = ids.uuid()
  await open.postgres.query(
    `insert into event_endpoints (id, company_id, url, event_types, is_enabled, deleted_at, sealed_secret, sealed_by)
     values ($1, $2, 'https://example.com/events', $3, $4, case when $5 then now() end, '\\x00', 'a')`,
    [id, companyId, values.types ?? [], values.isEnabled ?? true, values.isDeleted ?? false],
  )
  return id
}

const eventOf = (key?: string): NewOutgoingEvent => ({
  companyId,
  type: 'key.created',
  data: { name: 'first member', keyId: 'k1' },
  ...(key === undefined ? {} : { key }),
})
const enqueue = (key?: string) => open.postgres.transaction((tx) => enqueueEvent(ids, tx, eventOf(key)))

async function stored() {
  const { rows } = await open.postgres.query<{ endpoint_id: string; status: string; is_due: boolean }>(
    `select d.endpoint_id, d.status, d.next_attempt_at <= now() as is_due, e.type, e.data
       from event_deliveries d join outgoing_events e on e.id = d.event_id
      where d.company_id = $1 and e.company_id = $1 order by d.id`,
    [companyId],
  )
  return rows
}

test('an event is due at every endpoint of its company that wants it', async () => {
  const all = await addEndpoint()
  const some = await addEndpoint({ types: ['invoice.paid', 'key.created'] })
  await addEndpoint({ types: ['invoice.paid'] })
  await addEndpoint({ isEnabled: false })
  await addEndpoint({ isDeleted: true })
  const company = companyId
  companyId = await addCompany(open.database, 0n)
  await addEndpoint()
  companyId = company
  expect(await enqueue()).toBe(2)
  const data = '{"name":"first member","keyId":"k1"}'
  expect(await stored()).toEqual(
    [all, some].map((id) => ({
      endpoint_id: id,
      status: 'PENDING',
      is_due: true,
      type: 'key.created',
      data,
    })),
  )
})

test('without an endpoint nothing is written', async () => {
  expect(await enqueue('once')).toBe(0)
  await addEndpoint()
  expect(await enqueue('once')).toBe(1)
})

test('one key is one event, also for concurrent callers', async () => {
  await addEndpoint()
  const counts = await Promise.all(Array.from({ length: 5 }, () => enqueue('crossing 1')))
  expect(counts.filter((count) => count === 1)).toHaveLength(1)
  expect(await enqueue('crossing 2')).toBe(1)
  expect(await enqueue()).toBe(1)
  expect(await enqueue()).toBe(1)
  expect(await stored()).toHaveLength(4)
})

test('an event is rolled back with its cause', async () => {
  await addEndpoint()
  const undone = open.postgres.transaction(async (tx) => {
    await enqueueEvent(ids, tx, eventOf())
    throw new Error('the cause failed')
  })
  await expect(undone).rejects.toThrow('the cause failed')
  expect(await stored()).toEqual([])
})
