import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomTranscriptRoute } from './route.ts'

const route = roomTranscriptRoute({ callers, record: unreachable })

test.each([
  ['no secret', {}],
  ["another's secret", { authorization: `Bearer ${'x'.repeat(36)}` }],
])('401 for %s, and nothing is recorded', async (_what, headers) => {
  const answer = await postJson(
    route,
    { room: 'stand-up', lines: [{ timestamp: '2026-11-15T10:00:00Z', text: 'Good morning.' }] },
    headers,
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'internal.caller_unknown' } })
})
