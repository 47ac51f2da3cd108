import { expect, test } from 'vitest'
import { knownRoom, openMeetings } from '../../../testing/open-meetings.ts'
import { postJson } from '../../../testing/post-json.ts'

test('an event is recorded with its caller, once however often it is told, and begins no workflow', async () => {
  await using open = await openMeetings()
  const event = { event: 'room_created', room: knownRoom, timestamp: '2026-11-15T10:00:00Z' }
  const route = open.route('/api/events/room/created')
  const first = await postJson(route, event)
  expect(first).toEqual({ status: 202, body: { accepted: true, event_id: expect.any(String) as string } })
  // The same moment, written otherwise.
  expect(await postJson(route, { ...event, timestamp: '2026-11-15T10:00:00.000Z' })).toEqual(first)
  const later = await postJson(route, { ...event, timestamp: '2026-11-16T10:00:00Z' })
  expect(later.body).not.toEqual(first.body)
  const rows = await open.database.selectFrom('room_events').select(['room', 'caller']).execute()
  expect(rows).toEqual([
    { room: knownRoom, caller: 'tests' },
    { room: knownRoom, caller: 'tests' },
  ])
  expect(await open.database.selectFrom('meetings').select('id').execute()).toEqual([])
})
