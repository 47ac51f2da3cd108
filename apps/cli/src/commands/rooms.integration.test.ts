import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { roomsCommand } from './rooms.ts'
import { runCommand } from '../testing/run-command.ts'

test('a room is registered with an audit entry, and only for a member of the company', async () => {
  await using open = await openTestDatabase()
  const { demo } = await seedDemoCompany(open.database, createIds(createSystemClock()))
  const rooms = async (...args: string[]) =>
    (await runCommand(roomsCommand, args, { environment: { DATABASE_URL: open.url } })).exitCode
  const room = ['register', '--room', 'stand-up', '--company', demo.companyId]
  expect(await rooms(...room, '--owner', demo.adminEmail.toUpperCase())).toBe(0)
  const stored = await open.database.selectFrom('meeting_rooms').select(['name', 'company_id']).execute()
  expect(stored).toEqual([{ name: 'stand-up', company_id: demo.companyId }])
  await expect(rooms(...room, '--owner', 'stranger@example.com')).rejects.toMatchObject({
    code: 'meetings.owner_unknown',
  })
  await expect(rooms('register', '--room', 'stand-up')).rejects.toMatchObject({ code: 'cli.usage' })
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('action', '=', 'room.register')
    .execute()
  expect(entries).toEqual([{ action: 'room.register', actor_id: 'ada' }])
})
