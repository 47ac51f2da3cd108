import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomTranscriptRoute } from './route.ts'

const route = roomTranscriptRoute({ callers, record: unreachable })

test('413 for a body that is larger than any that is meant', async () => {
  expect(await postJson(route, { room: 'x'.repeat(3_000_000) })).toMatchObject({ status: 413 })
})
