import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomCreatedRoute } from './route.ts'

const route = roomCreatedRoute({ callers, record: unreachable })

test.each([
  ['no secret', {}],
  ["another's secret", { authorization: `Bearer ${'x'.repeat(36)}` }],
])('401 for %s, and nothing is recorded', async (_what, headers) => {
  const answer = await postJson(
    route,
    { event: 'room_created', room: 'stand-up', timestamp: '2026-11-15T10:00:00Z' },
    headers,
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'internal.caller_unknown' } })
})
