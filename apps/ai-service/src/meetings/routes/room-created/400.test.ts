import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomCreatedRoute } from './route.ts'

const route = roomCreatedRoute({ callers, record: unreachable })

test.each([
  ['no JSON', '{'],
  ['no object', []],
  ['the other event', { event: 'room_destroyed', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' }],
  [
    'an event that there is not',
    { event: 'room_moved', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' },
  ],
  ['no room', { event: 'room_created', timestamp: '2026-11-15T10:00:00Z' }],
  ['a room without a name', { event: 'room_created', room: ' ', timestamp: '2026-11-15T10:00:00Z' }],
  ['a room with a NUL', { event: 'room_created', room: 'a\0b', timestamp: '2026-11-15T10:00:00Z' }],
  ['no time', { event: 'room_created', room: 'stand-up' }],
  ['a time without a zone', { event: 'room_created', room: 'stand-up', timestamp: '2026-11-15T10:00:00' }],
  ['a time that is none', { event: 'room_created', room: 'stand-up', timestamp: 'yesterday' }],
])('400 for %s, and nothing is recorded', async (_what, body) => {
  expect(await postJson(route, body)).toMatchObject({ status: 400 })
})
