import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomDestroyedRoute } from './route.ts'

const route = roomDestroyedRoute({ callers, record: unreachable })

test.each([
  ['no JSON', '{'],
  ['no object', []],
  ['the other event', { event: 'room_created', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' }],
  [
    'an event that there is not',
    { event: 'room_moved', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' },
  ],
  ['no room', { event: 'room_destroyed', timestamp: '2026-11-15T10:00:00Z' }],
  ['a room without a name', { event: 'room_destroyed', room: ' ', timestamp: '2026-11-15T10:00:00Z' }],
  ['a room with a NUL', { event: 'room_destroyed', room: 'a\0b', timestamp: '2026-11-15T10:00:00Z' }],
  ['no time', { event: 'room_destroyed', room: 'stand-up' }],
  ['a time without a zone', { event: 'room_destroyed', room: 'stand-up', timestamp: '2026-11-15T10:00:00' }],
  ['a time that is none', { event: 'room_destroyed', room: 'stand-up', timestamp: 'yesterday' }],
])('400 for %s, and nothing is recorded', async (_what, body) => {
  expect(await postJson(route, body)).toMatchObject({ status: 400 })
})
