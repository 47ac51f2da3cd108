import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { seedDemoCompany } from './seed-demo-company.ts'

test('seeding repeatedly and concurrently creates one company with one admin, and one audit entry for each change', async () => {
  await using open = await openTestDatabase()
  const { database } = open
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
  expect(await database.selectFrom('audit_log').select('action').orderBy('id').execute()).toEqual([
    { action: 'company.create' },
    { action: 'user.create' },
    { action: 'membership.set' },
  ])
})
