import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../testing/internal-caller.ts'
import { generatorStatusRoute } from './route.ts'

const deps = {
  callers,
  store: { readSnapshot: unreachable },
}

test('503 while the database cannot be reached', async () => {
  await using http = await startTestHttp([generatorStatusRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/status`, {
    ...asCaller,
  })
  expect(response.status).toBe(503)
})
