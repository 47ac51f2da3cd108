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
import { roomTranscriptRoute } from './route.ts'

const deps = { callers, record: unreachable }
const timestamp = '2026-11-15T10:00:00Z'
const part = { room: 'stand-up', lines: [{ timestamp, text: 'Good morning.' }] }

test('202: a transcript is accepted in parts, and each line is stored once', async () => {
  await using open = await openMeetings()
  const line = (second: number, text: string) => ({
    timestamp: `2026-11-15T10:00:0${second}Z`,
    speaker: 'Ana',
    text,
  })
  const send = (...lines: unknown[]) =>
    callRoute(open.route('/api/events/room/transcript'), { body: { room: knownRoom, lines } })
  const first = await send(line(1, 'Good morning.'), line(2, 'Shall we?'))
  expect([first.status, first.body]).toEqual([202, { accepted: true, new_lines: 2 }])
  expect(await send(line(2, 'Shall we?'), line(3, 'Yes.'))).toMatchObject({ body: { new_lines: 1 } })
  const rows = await open.database
    .selectFrom('transcript_lines')
    .select('text')
    .orderBy('spoken_at')
    .execute()
  expect(rows.map(({ text }) => text)).toEqual(['Good morning.', 'Shall we?', 'Yes.'])
})

test.each([
  { what: 'invalid JSON', body: '{' },
  { what: 'no room', body: { lines: part.lines } },
  { what: 'no lines', body: { ...part, lines: [] } },
  { what: 'a line without a time', body: { ...part, lines: [{ text: 'Good morning.' }] } },
  { what: 'a line without words', body: { ...part, lines: [{ timestamp, text: ' ' }] } },
])('400: $what is refused, and nothing is recorded', async ({ body }) => {
  expect(await callRoute(roomTranscriptRoute(deps), { body })).toMatchObject({ status: 400 })
})

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right rooms',
    ...callerWithout('rooms'),
    code: 'internal.right_missing',
  },
])('$status: $who is refused, and nothing is recorded', async ({ status, callers: known, headers, code }) => {
  const answer = await callRoute(roomTranscriptRoute({ ...deps, callers: known }), { body: part, headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})

test('413: a body over the limit is refused', async () => {
  const body = { room: 'x'.repeat(3_000_000) }
  expect(await callRoute(roomTranscriptRoute(deps), { body })).toMatchObject({ status: 413 })
})

test('415: a body that is not JSON is refused', async () => {
  const headers = { ...asCaller.headers, 'content-type': 'text/xml' }
  expect(await callRoute(roomTranscriptRoute(deps), { body: '<room/>', headers })).toMatchObject({
    status: 415,
  })
})

test('503: the database cannot be reached, so the part is retried', async () => {
  expect(await callRoute(roomTranscriptRoute(deps), { body: part })).toMatchObject({ status: 503 })
})
