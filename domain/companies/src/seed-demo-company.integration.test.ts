import { createKysely } from '@gatehouse/postgres/create-kysely'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { testDatabase } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { seedDemoCompany } from './seed-demo-company.ts'

test('seeding many times, also at once, makes one company with one admin and one audit entry', async () => {
  await using scope = new AsyncDisposableStack()
  const { url } = scope.use(await testDatabase())
  const logger = createLogger({ service: 'test', level: 'error', sinks: [] })
  const postgres = createPostgres({ url: new Secret(url), applicationName: 'test', poolSizeMax: 4, logger })
  scope.defer(postgres.close)
  const database = createKysely<Tables>(postgres)
  const ids = createIds(createSystemClock())

  const outcomes = await Promise.all(Array.from({ length: 4 }, () => seedDemoCompany(database, ids)))
  outcomes.push(await seedDemoCompany(database, ids))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
    'created',
    'existed',
    'existed',
    'existed',
    'existed',
  ])
  expect(await database.selectFrom('companies').select('name').execute()).toEqual([
    { name: 'Demo Recruiting' },
  ])
  expect(await database.selectFrom('memberships').select('role').execute()).toEqual([{ role: 'ADMIN' }])
  expect(await database.selectFrom('audit_log').select('action').execute()).toEqual([
    { action: 'company.create' },
  ])
})
