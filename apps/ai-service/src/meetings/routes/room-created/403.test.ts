import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomCreatedRoute } from './route.ts'

const { callers, headers } = callerWithout('rooms')
const route = roomCreatedRoute({ callers, record: unreachable })

test('403 for a caller without the right rooms, and nothing is recorded', async () => {
  const answer = await postJson(
    route,
    { event: 'room_created', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' },
    headers,
  )
  expect(answer).toMatchObject({ status: 403, body: { code: 'internal.right_missing' } })
})
