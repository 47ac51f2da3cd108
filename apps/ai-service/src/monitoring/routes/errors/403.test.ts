import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../../testing/internal-caller.ts'
import { errorsRoute } from './route.ts'

const { callers, headers } = callerWithout('monitoring')
const deps = { callers, recentLogs: { searchErrors: unreachable } }

test('403 for a caller without the right monitoring, and nothing is looked at', async () => {
  await using http = await startTestHttp([errorsRoute(deps)])
  const response = await fetch(`${http.url}/monitoring/errors`, { headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'internal.right_missing' })
})
