import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { roomsCommand } from './rooms-command.ts'

test('a room is registered for a member of the company, with an audit entry, and for nobody else', async () => {
  await using open = await openTestDatabase()
  const { demo } = await seedDemoCompany(open.database, createIds(createSystemClock()))
  const lines: string[] = []
  const rooms = (...words: string[]) =>
    roomsCommand.run(
      {
        environment: { DATABASE_URL: open.url, USER: 'ada' },
        isInteractive: true,
        print: (line) => void lines.push(line),
        printError: (line) => void lines.push(line),
        readSecret: () => Promise.reject(new Error('nothing secret is asked for')),
        stopRequested: new AbortController().signal,
      },
      words,
    )
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
