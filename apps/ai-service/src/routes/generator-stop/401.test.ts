import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callers, unreachable } from '../../testing/internal-caller.ts'
import { generatorStopRoute } from './route.ts'

const deps = {
  callers,
  store: { stop: unreachable, readSnapshot: unreachable },
}

test.each([
  ['no secret', {}],
  ["another's secret", { authorization: `Bearer ${'x'.repeat(36)}` }],
])('401 for %s, and the store is not asked', async (_, headers) => {
  await using http = await startTestHttp([generatorStopRoute(deps)])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/stop`, {
    method: 'POST',
    headers,
  })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.json()).toMatchObject({ code: 'internal.caller_unknown' })
})
