import { expect, test } from 'vitest'
import { knownRoom, openMeetings } from '../../../testing/open-meetings.ts'
import { postJson } from '../../../testing/post-json.ts'

const event = { event: 'room_destroyed', room: knownRoom, timestamp: '2026-11-15T11:00:00Z' }
const path = '/api/events/room/destroyed'

test('the end of a known room is a meeting and a task of its company, also when told by many at once', async () => {
  await using open = await openMeetings()
  const answers = await Promise.all(Array.from({ length: 4 }, () => postJson(open.route(path), event)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(new Set(answers.map(({ body }) => (body as { event_id: string }).event_id)).size).toBe(1)
  const meetings = await open.database.selectFrom('meetings').selectAll().execute()
  expect(meetings).toMatchObject([{ company_id: open.companyId, room: knownRoom, status: 'WAITING' }])
  const { rows } = await open.postgres.query(`select group_id from tasks.job where name = 'meeting-insights'`)
  expect(rows).toEqual([{ group_id: open.companyId }])
})

test('the end of an unknown room is recorded, and nothing else', async () => {
  await using open = await openMeetings()
  expect(await postJson(open.route(path), { ...event, room: 'nobody' })).toMatchObject({ status: 202 })
  expect(await open.database.selectFrom('room_events').select('room').execute()).toEqual([{ room: 'nobody' }])
  expect(await open.database.selectFrom('meetings').select('id').execute()).toEqual([])
})
