import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callers, unreachable } from '../../../testing/internal-caller.ts'
import { appLogsRoute } from './route.ts'

const deps = { callers, recentLogs: { search: unreachable } }

test.each([
  ['no secret', {}],
  ["another's secret", { authorization: `Bearer ${'x'.repeat(36)}` }],
])('401 for %s, and nothing is looked at', async (_, headers) => {
  await using http = await startTestHttp([appLogsRoute(deps)])
  const response = await fetch(`${http.url}/monitoring/app-logs`, { headers })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.json()).toMatchObject({ code: 'internal.caller_unknown' })
})
