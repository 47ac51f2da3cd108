import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomDestroyedRoute } from './route.ts'

const route = roomDestroyedRoute({ callers, record: unreachable })

test('503 while the database cannot be reached, so that it is told again', async () => {
  expect(
    await postJson(route, { event: 'room_destroyed', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' }),
  ).toMatchObject({ status: 503 })
})
