import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../testing/internal-caller.ts'
import { generatorStopRoute } from './route.ts'

const deps = {
  callers,
  store: { stop: unreachable, readSnapshot: unreachable },
}

test('503 while the database cannot be reached', async () => {
  await using http = await startTestHttp([generatorStopRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/stop`, {
    method: 'POST',
    ...asCaller,
  })
  expect(response.status).toBe(503)
})
