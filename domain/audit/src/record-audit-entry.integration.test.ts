import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEntry, recordAuditEntry } from './record-audit-entry.ts'

let open: OpenTestDatabase
let database: Database
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase()
  database = open.database
})
afterAll(() => open[Symbol.asyncDispose]())

const entry: AuditEntry = {
  companyId: null,
  actor: { kind: 'operator', id: 'ada' },
  action: 'plan.create',
  subject: { kind: 'plan', id: 'p-1' },
  details: { price: '10.000000' },
  clientAddress: '203.0.113.9',
}

test('an entry records the actor, the action and the subject', async () => {
  await database.transaction().execute((tx) => recordAuditEntry(ids, tx, entry))
  const row = await database.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    company_id: null,
    actor_kind: 'operator',
    actor_id: 'ada',
    action: 'plan.create',
    subject_kind: 'plan',
    subject_id: 'p-1',
    details: { price: '10.000000' },
    client_address: '203.0.113.9',
  })
})

test('an entry is rolled back with the change it describes', async () => {
  const before = await database.selectFrom('audit_log').selectAll().execute()
  const undone = database.transaction().execute(async (tx) => {
    await recordAuditEntry(ids, tx, entry)
    throw new Error('the change failed')
  })
  await expect(undone).rejects.toThrow('the change failed')
  expect(await database.selectFrom('audit_log').selectAll().execute()).toEqual(before)
})

// If one of these succeeded, anyone with access to the database could rewrite history.
test.each(['update audit_log set actor_id = $$eve$$', 'delete from audit_log', 'truncate audit_log'])(
  'the database rejects: %s',
  async (statement) => {
    await database.transaction().execute((tx) => recordAuditEntry(ids, tx, entry))
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only')
  },
)
