import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../../testing/internal-caller.ts'
import { statsRoute } from './route.ts'

const { callers, headers } = callerWithout('monitoring')
const deps = {
  callers,
  replica: 'here 1',
  sampler: { read: () => expect.unreachable('the process is not looked at') },
  pools: {},
  readQueues: unreachable,
}

test('403 for a caller without the right monitoring, and nothing is looked at', async () => {
  await using http = await startTestHttp([statsRoute(deps)])
  const response = await fetch(`${http.url}/monitoring/stats`, { headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'internal.right_missing' })
})
