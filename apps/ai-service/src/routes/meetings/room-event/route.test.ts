import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import {
  asCaller,
  callerWithout,
  callers,
  unknownSecret,
  unreachable,
} from '../../../testing/internal-caller.ts'
import { knownRoom, openMeetings } from '../../../testing/open-meetings.ts'
import { roomEventRoute } from './route.ts'

const deps = { callers, record: unreachable }
const timestamp = '2026-11-15T10:00:00Z'

test('202: an event is recorded with its caller once, however often it is reported, and starts no workflow', async () => {
  await using open = await openMeetings()
  const event = { event: 'room_created', room: knownRoom, timestamp }
  const report = (body: object) => callRoute(open.route('/api/events/room/created'), { body })
  const first = await report(event)
  expect(first.status).toBe(202)
  expect(first.body).toEqual({ accepted: true, event_id: expect.any(String) as string })
  // The same time in another notation.
  const repeated = await report({ ...event, timestamp: '2026-11-15T10:00:00.000Z' })
  expect([repeated.status, repeated.body]).toEqual([202, first.body])
  const later = await report({ ...event, timestamp: '2026-11-16T10:00:00Z' })
  expect(later.body).not.toEqual(first.body)
  const rows = await open.database.selectFrom('room_events').select(['room', 'caller']).execute()
  expect(rows).toEqual([
    { room: knownRoom, caller: 'tests' },
    { room: knownRoom, caller: 'tests' },
  ])
  expect(await open.database.selectFrom('meetings').select('id').execute()).toEqual([])
})

test('202: the end of a registered room creates one meeting and task, even if reported concurrently', async () => {
  await using open = await openMeetings()
  const body = { event: 'room_destroyed', room: knownRoom, timestamp }
  const report = () => callRoute(open.route('/api/events/room/destroyed'), { body })
  const answers = await Promise.all(Array.from({ length: 4 }, report))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(new Set(answers.map((answer) => (answer.body as { event_id: string }).event_id)).size).toBe(1)
  const meetings = await open.database.selectFrom('meetings').selectAll().execute()
  expect(meetings).toMatchObject([{ company_id: open.companyId, room: knownRoom, status: 'WAITING' }])
  expect(open.published).toEqual([
    [open.companyId, 'MEETINGS', meetings[0]?.id],
    [open.companyId, 'TASKS'],
  ])
  const { rows } = await open.postgres.query(`select group_id from tasks.job where name = 'meeting-insights'`)
  expect(rows).toEqual([{ group_id: open.companyId }])
})

test('202: the end of an unregistered room is recorded and has no other effect', async () => {
  await using open = await openMeetings()
  const body = { event: 'room_destroyed', room: 'unregistered', timestamp }
  expect(await callRoute(open.route('/api/events/room/destroyed'), { body })).toMatchObject({ status: 202 })
  expect(await open.database.selectFrom('room_events').select('room').execute()).toEqual([
    { room: 'unregistered' },
  ])
  expect(open.published).toEqual([])
  expect(await open.database.selectFrom('meetings').select('id').execute()).toEqual([])
})

const kinds = [
  { kind: 'room_created', other: 'room_destroyed' },
  { kind: 'room_destroyed', other: 'room_created' },
] as const

const malformed = kinds.flatMap(({ kind, other }) => {
  const event = { event: kind, room: 'stand-up', timestamp }
  return [
    { kind, what: 'invalid JSON', body: '{' },
    { kind, what: 'an array', body: [] },
    { kind, what: 'the other event', body: { ...event, event: other } },
    { kind, what: 'an unknown event', body: { ...event, event: 'room_moved' } },
    { kind, what: 'no room', body: { event: kind, timestamp } },
    { kind, what: 'a blank room name', body: { ...event, room: ' ' } },
    { kind, what: 'a room name with NUL', body: { ...event, room: 'a\0b' } },
    { kind, what: 'no time', body: { event: kind, room: 'stand-up' } },
    { kind, what: 'a time without a zone', body: { ...event, timestamp: '2026-11-15T10:00:00' } },
    { kind, what: 'an invalid time', body: { ...event, timestamp: 'yesterday' } },
  ]
})

test.each(malformed)('400: $kind with $what is refused, and nothing is recorded', async ({ kind, body }) => {
  expect(await callRoute(roomEventRoute(deps, kind), { body })).toMatchObject({ status: 400 })
})

const refusals = kinds.flatMap(({ kind }) => [
  { kind, who: 'a caller without a secret', callers, headers: {} },
  { kind, who: 'an unknown secret', callers, headers: unknownSecret },
])

test.each(refusals)('401: $kind from $who is refused, and nothing is recorded', async ({ kind, headers }) => {
  const body = { event: kind, room: 'stand-up', timestamp }
  const answer = await callRoute(roomEventRoute(deps, kind), { body, headers })
  expect(answer).toMatchObject({ status: 401, body: { code: 'internal.caller_unknown' } })
})

test.each(kinds)('403: $kind from a caller without the right rooms is refused', async ({ kind }) => {
  const { callers: known, headers } = callerWithout('rooms')
  const body = { event: kind, room: 'stand-up', timestamp }
  const answer = await callRoute(roomEventRoute({ ...deps, callers: known }, kind), { body, headers })
  expect(answer).toMatchObject({ status: 403, body: { code: 'internal.right_missing' } })
})

test.each(kinds)('413: $kind with a body over the limit is refused', async ({ kind }) => {
  const body = { room: 'x'.repeat(3_000_000) }
  expect(await callRoute(roomEventRoute(deps, kind), { body })).toMatchObject({ status: 413 })
})

test.each(kinds)('415: $kind with a body that is not JSON is refused', async ({ kind }) => {
  const headers = { ...asCaller.headers, 'content-type': 'text/xml' }
  expect(await callRoute(roomEventRoute(deps, kind), { body: '<room/>', headers })).toMatchObject({
    status: 415,
  })
})

test.each(kinds)(
  '503: $kind is refused while the database cannot be reached, so that it is retried',
  async ({ kind }) => {
    const body = { event: kind, room: 'stand-up', timestamp }
    expect(await callRoute(roomEventRoute(deps, kind), { body })).toMatchObject({ status: 503 })
  },
)
