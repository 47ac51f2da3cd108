import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../../testing/internal-caller.ts'
import { errorsRoute } from './route.ts'

test('503 while Redis cannot be reached', async () => {
  await using http = await startTestHttp([
    errorsRoute({ callers, recentLogs: { searchErrors: unreachable } }),
  ])
  const response = await fetch(`${http.url}/monitoring/errors`, asCaller)
  expect(response.status).toBe(503)
})
