import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callerWithout } from '../../../testing/internal-caller.ts'
import { aiServicesRoute } from './route.ts'

const { callers, headers } = callerWithout('monitoring')
const deps = {
  callers,
  replica: 'here 1',
  listAiServices: () => expect.unreachable('no service is told of'),
}

test('403 for a caller without the right monitoring, and nothing is looked at', async () => {
  await using http = await startTestHttp([aiServicesRoute(deps)])
  const response = await fetch(`${http.url}/monitoring/ai-services`, { headers })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'internal.right_missing' })
})
