import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callerWithout, unreachable } from '../../testing/internal-caller.ts'
import { generatorStopRoute } from './route.ts'

const { callers, headers } = callerWithout('generator')
const deps = {
  callers,
  store: { stop: unreachable, readSnapshot: unreachable },
}

test('403 for a caller without the right generator, and the store is not asked', async () => {
  await using http = await startTestHttp([generatorStopRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/stop`, {
    method: 'POST',
    headers,
  })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'internal.right_missing' })
})
