import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents, seedEndpoint, seedFailedDelivery } from '../testing/seed-events.ts'
import { keptDays, purgeEvents } from './purge-events.ts'

const nowMs = Date.now()
const idsOfAge = (days: number) => createIds(createFakeClock({ wallMs: nowMs - days * 86_400_000 }))
let open: OpenTestDatabase
let companyId: string

beforeAll(async () => {
  open = await openTestDatabase()
  companyId = await addCompany(open.database, 0n)
})
afterAll(() => open[Symbol.asyncDispose]())

const count = async (table: 'outgoing_events' | 'event_deliveries' | 'event_attempts') => {
  const { rows } = await open.postgres.query<{ count: bigint }>(
    `select count(*) from ${table} where company_id = $1`,
    [companyId],
  )
  return Number(rows[0]?.count)
}

test('events older than the delivery log shows are deleted with their deliveries and attempts, in batches', async () => {
  const { postgres } = open
  const endpointId = await seedEndpoint({ postgres, ids: createIds(createSystemClock()) }, { companyId })
  const [older, newer] = [idsOfAge(keptDays + 0.01), idsOfAge(keptDays - 0.01)]
  await seedFailedDelivery({ postgres, ids: older }, { companyId, endpointId })
  await seedFailedDelivery({ postgres, ids: newer }, { companyId, endpointId })
  const many = Array.from({ length: 500 }, () => older.uuid())
  await postgres.query(
    `insert into outgoing_events (id, company_id, type, data) select id, $2, 'old', '{}' from unnest($1::uuid[]) as e (id)`,
    [many, companyId],
  )
  expect(await purgeEvents(postgres, nowMs)).toBe(true)
  expect(await count('outgoing_events')).toBe(2)
  expect(await purgeEvents(postgres, nowMs)).toBe(false)
  expect(await readEvents(postgres, companyId)).toEqual([{ type: 'endpoint.test', data: { endpointId } }])
  expect([await count('event_deliveries'), await count('event_attempts')]).toEqual([1, 2])
  expect(await purgeEvents(postgres, nowMs)).toBe(false)
})
