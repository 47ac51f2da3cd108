import { randomFillSync } from 'node:crypto'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeyVersion, ReadKeyChanges } from '../key-ports.ts'
import { createApiKey } from './create-api-key.ts'
import { findStatement } from './find-keys.ts'
import { createReadKeyChanges, deleteOldKeyChanges } from './key-changes.ts'
import { createTouchLastUsed } from './touch-last-used.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const peppers = { current: { id: '2026', secret: new Secret('a pepper') } }
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const companyId = ids.uuid()
const planId = ids.uuid()
let open: OpenTestDatabase
let readChanges: ReadKeyChanges
let keyId: string

beforeEach(async () => {
  open = await openTestDatabase({ poolSizeMax: 4 })
  readChanges = createReadKeyChanges(open.postgres)
  await open.database.insertInto('companies').values({ id: companyId, name: 'Company' }).execute()
  await run(
    `insert into plans (id, name, credits_micros, price_minor, currency) values ('${planId}', 'Plan', 0, 0, 'eur')`,
  )
  keyId = await addKey()
})
afterEach(() => open[Symbol.asyncDispose]())

async function addKey(): Promise<string> {
  const deps = { database: open.database, ids, clock, peppers, fillRandom: randomFillSync }
  const { key } = await createApiKey(
    deps,
    { companyId, name: 'Website' },
    { actor: { kind: 'operator', id: 'ada' } },
  )
  return key.id
}

const run = (statement: string) => open.postgres.query(statement)
const now = async (): Promise<KeyVersion> => (await readChanges(undefined)).version
const since = async (version: KeyVersion) => {
  const { isComplete, keyIds, companyIds } = await readChanges(version)
  return isComplete ? [...keyIds, ...companyIds] : 'all'
}
const revoke = (id: string) => `update api_keys set revoked_at = now() where id = '${id}'`

test('the first question has no earlier version, and nothing has changed since its answer', async () => {
  const first = await readChanges(undefined)
  expect(first).toMatchObject({ isComplete: false, keyIds: [], companyIds: [] })
  expect(await since(first.version)).toEqual([])
})

test('a version of another timeline, cluster or database cannot be compared', async () => {
  const { incarnation, snapshot } = await now()
  expect(incarnation).toMatch(/^[0-9A-F]{8}:\d+:\d+$/)
  for (const [index, part] of ['00000099', '1', '1'].entries()) {
    const other = incarnation.split(':').with(index, part).join(':')
    expect(await since({ incarnation: other, snapshot })).toBe('all')
  }
})

test('a change is reported once, and not before its commit or after a rollback', async () => {
  const before = await now()
  await open.postgres.transaction(async (tx) => {
    await tx.query(revoke(keyId))
    expect(await since(before)).toEqual([])
  })
  const { version, keyIds } = await readChanges(before)
  expect(keyIds).toEqual([keyId])
  expect(await since(version)).toEqual([])
  await expect(
    open.postgres.transaction(async (tx) => {
      await tx.query(`update api_keys set name = 'Other' where id = '${keyId}'`)
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(await since(version)).toEqual([])
})

// The case that the highest number, or the latest timestamp, would miss.
test('a transaction that began first and commits last is not overlooked', async () => {
  const otherId = await addKey()
  let version = await now()
  const { promise: secondIsRead, resolve: commitFirst } = Promise.withResolvers<void>()
  const { promise: firstHasWritten, resolve: writeSecond } = Promise.withResolvers<void>()
  const first = open.postgres.transaction(async (tx) => {
    await tx.query(revoke(keyId))
    writeSecond()
    await secondIsRead
  })
  await firstHasWritten
  await run(revoke(otherId))
  const answer = await readChanges(version)
  expect(answer).toMatchObject({ isComplete: true, keyIds: [otherId] })
  version = answer.version
  expect(await since(version)).toEqual([])
  commitFirst()
  await first
  expect(await since(version)).toEqual([keyId])
})

test.each([
  ['a new limit', () => `update api_keys set rpm_limit = 7 where id = '${keyId}'`, () => [keyId]],
  [
    'a suspension',
    () => `update companies set suspended_at = now(), suspension_reason = 'test' where id = '${companyId}'`,
    () => [companyId],
  ],
  [
    'a new name of the company',
    () => `update companies set name = 'Other' where id = '${companyId}'`,
    () => [],
  ],
  [
    'a budget',
    () =>
      `insert into budgets (id, company_id, scope, is_hard, limit_micros) values ('${ids.uuid()}', '${companyId}', 'COMPANY', true, 5)`,
    () => [companyId],
  ],
  [
    'terms of payment',
    () =>
      `insert into postpaid_terms (company_id, plan_id, days_until_due) values ('${companyId}', '${planId}', 30)`,
    () => [companyId],
  ],
  [
    'a new limit of a plan',
    () => `update plans set key_rpm_limit_max = 9 where id = '${planId}'`,
    () => 'all',
  ],
  ['a new name of a plan', () => `update plans set name = 'Other' where id = '${planId}'`, () => []],
  [
    'more changes than are listed',
    () => `insert into key_changes (key_id) select gen_random_uuid() from generate_series(1, 10001)`,
    () => 'all',
  ],
])('%s', async (_, statement, changed) => {
  const version = await now()
  await run(statement())
  expect(await since(version)).toEqual(changed())
})

test('a subscription changes the keys of its company when it is created, ends, or has another plan', async () => {
  let version = await now()
  const changed = async (statement: string) => {
    await run(statement)
    const answer = await readChanges(version)
    version = answer.version
    return answer.companyIds
  }
  const id = ids.uuid()
  expect(
    await changed(`insert into subscriptions (id, company_id, plan_id, status, is_active, provider_subscription_id, event_created_at, event_rank)
                   values ('${id}', '${companyId}', '${planId}', 'ACTIVE', true, 'sub_1', now(), 1)`),
  ).toEqual([companyId])
  expect(
    await changed(`update subscriptions set is_active = true, plan_id = plan_id, event_rank = 2`),
  ).toEqual([])
  expect(await changed(`update subscriptions set is_active = false`)).toEqual([companyId])
  expect(await changed(`update subscriptions set plan_id = null`)).toEqual([companyId])
  expect(await changed(`delete from subscriptions`)).toEqual([companyId])
})

test('the record of the last use is not a change', async () => {
  const version = await now()
  await createTouchLastUsed(open.postgres)([{ keyId, at: new Date() }])
  expect((await run(`select from api_keys where last_used_at is not null`)).rowCount).toBe(1)
  expect(await since(version)).toEqual([])
})

test('triggers record every column that the look-up of a key reads', async () => {
  const ceilings = await open.postgres.query<{ body: string }>(
    `select prosrc as body from pg_proc where proname = 'key_ceilings'`,
  )
  const views = [
    findStatement.text
      .replace('$1::bytea[]', 'array[]::bytea[]')
      .replace('$2::uuid[]', 'array[]::uuid[]')
      .replace('$3', '1')
      .replace('$4', '1'),
    (ceilings.rows[0]?.body ?? '').replaceAll('= company ', `= '${companyId}' `),
  ]
  for (const [index, view] of views.entries()) await run(`create view probe_${index} as ${view}`)
  const { rows } = await open.postgres.query<{ column: string }>(
    `select distinct u.table_name || '.' || u.column_name as column from information_schema.view_column_usage u
      where u.view_name like 'probe_%' and not exists (
        select from information_schema.triggered_update_columns t
         where t.event_object_table = u.table_name and t.event_object_column = u.column_name
           and t.trigger_name ~ '_record_')
      order by 1`,
  )
  // Ids do not change, and the last use is written by gateways.
  expect(rows.map(({ column }) => column)).toEqual(['api_keys.last_used_at', 'companies.id'])
})

test('changes are deleted after two runs, and an older version then counts as outdated', async () => {
  const before = await now()
  await run(revoke(keyId))
  const count = async () => (await run('select from key_changes')).rowCount
  const runAfterFiveMinutes = async () => {
    await run(`update key_change_cut set next_at = next_at - interval '5 minutes'`)
    await deleteOldKeyChanges(open.postgres)
  }
  await runAfterFiveMinutes()
  expect(await count()).toBe(1)
  await deleteOldKeyChanges(open.postgres)
  expect(await count()).toBe(1)
  expect(await since(before)).toEqual([keyId])
  // Open transactions of tests in other databases of the server delay this.
  const isDeleted = async () => {
    await runAfterFiveMinutes()
    return (await count()) === 0
  }
  await waitUntil(isDeleted, { withinMs: 20_000, what: 'the change is deleted' })
  expect(await since(before)).toBe('all')
  await waitUntil(async () => (await since(await now())) !== 'all', {
    withinMs: 20_000,
    what: 'a new version is current',
  })
})

test('changes of an open transaction are not deleted, however old it is', async () => {
  let version = await now()
  await open.postgres.transaction(async (tx) => {
    await tx.query(revoke(keyId))
    for (let round = 0; round < 3; round += 1) {
      await run(`update key_change_cut set next_at = next_at - interval '1 day'`)
      await deleteOldKeyChanges(open.postgres)
      version = (await readChanges(version)).version
    }
  })
  expect(await since(version)).toEqual([keyId])
})

test('changes and cuts that were loaded from a dump of an older cluster are ignored and deleted', async () => {
  await run(`insert into key_changes (xid, key_id) values ('9000000000000000', '${keyId}')`)
  await run(
    `update key_change_cut set cut_xid = '9000000000000000', next_xid = '9000000000000000', next_at = now() - interval '1 day'`,
  )
  const version = await now()
  expect(await since(version)).toEqual([])
  await deleteOldKeyChanges(open.postgres)
  expect((await run('select from key_changes')).rowCount).toBe(0)
  expect((await run(`select from key_change_cut where cut_xid < '9000000000000000'`)).rowCount).toBe(1)
})

test('a standby reports no version, and after its promotion a version of the old primary cannot be compared', async () => {
  await using primary = await startPostgres()
  const connect = (url: string) =>
    createPostgres({
      url: new Secret(url),
      applicationName: 'test',
      poolSizeMax: 2,
      connectTimeoutMs: 20_000,
      logger,
    })
  await using scope = new AsyncDisposableStack()
  const old = connect(primary.url)
  scope.defer(() => old.close())
  await migrate({ databaseUrl: primary.url, directory: migrationsDirectory })
  const { version } = await createReadKeyChanges(old)(undefined)
  await using standby = await startStandby(primary)
  const promoted = connect(standby.server.url)
  scope.defer(() => promoted.close())
  const readPromoted = createReadKeyChanges(promoted)
  await expect(readPromoted(version)).rejects.toThrow('standby')
  await standby.promote()
  const first = await readPromoted(version)
  expect(first.isComplete).toBe(false)
  expect((await readPromoted(first.version)).isComplete).toBe(true)
})
