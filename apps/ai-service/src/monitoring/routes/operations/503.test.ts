import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../../testing/internal-caller.ts'
import { operationsRoute } from './route.ts'

test('503 while the database cannot be reached', async () => {
  await using http = await startTestHttp([operationsRoute({ callers, readOperations: unreachable })])
  const response = await fetch(`${http.url}/monitoring/operations`, asCaller)
  expect(response.status).toBe(503)
})
