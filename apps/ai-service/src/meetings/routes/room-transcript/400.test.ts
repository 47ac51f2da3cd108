import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomTranscriptRoute } from './route.ts'

const route = roomTranscriptRoute({ callers, record: unreachable })

test.each([
  ['no JSON', '{'],
  ['no room', { lines: [{ timestamp: '2026-11-15T10:00:00Z', text: 'Good morning.' }] }],
  ['no lines', { room: 'stand-up', lines: [] }],
  ['a line without a time', { room: 'stand-up', lines: [{ text: 'Good morning.' }] }],
  ['a line without words', { room: 'stand-up', lines: [{ timestamp: '2026-11-15T10:00:00Z', text: ' ' }] }],
])('400 for %s, and nothing is recorded', async (_what, body) => {
  expect(await postJson(route, body)).toMatchObject({ status: 400 })
})
