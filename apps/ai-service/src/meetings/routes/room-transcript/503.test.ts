import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomTranscriptRoute } from './route.ts'

const route = roomTranscriptRoute({ callers, record: unreachable })

test('503 while the database cannot be reached, so that it is told again', async () => {
  expect(
    await postJson(route, {
      room: 'stand-up',
      lines: [{ timestamp: '2026-11-15T10:00:00Z', text: 'Good morning.' }],
    }),
  ).toMatchObject({ status: 503 })
})
