import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomDestroyedRoute } from './route.ts'

const { callers, headers } = callerWithout('rooms')
const route = roomDestroyedRoute({ callers, record: unreachable })

test('403 for a caller without the right rooms, and nothing is recorded', async () => {
  const answer = await postJson(
    route,
    { event: 'room_destroyed', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' },
    headers,
  )
  expect(answer).toMatchObject({ status: 403, body: { code: 'internal.right_missing' } })
})
