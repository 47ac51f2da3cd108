import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../../testing/internal-caller.ts'
import { postJson } from '../../../testing/post-json.ts'
import { roomDestroyedRoute } from './route.ts'

const route = roomDestroyedRoute({ callers, record: unreachable })

test('415 for a body that is no JSON', async () => {
  const headers = { ...asCaller.headers, 'content-type': 'text/xml' }
  expect(await postJson(route, '<room/>', headers)).toMatchObject({ status: 415 })
})
