import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../../testing/internal-caller.ts'
import { appLogsRoute } from './route.ts'

test.each([
  ['limit=0', 'limit must be a whole number from 1 to'],
  ['limit=100000', 'limit must be a whole number from 1 to'],
  ['from=yesterday', 'from must be a moment such as'],
  ['to=1&limit=x', 'limit must be'],
  ['verbose=1', 'Unrecognized key: "verbose"'],
  ['level=loud', 'level must be one of debug, info, warn, error, fatal'],
  ['cursor=bm9uc2Vuc2U', 'cursor must be a next_cursor of an answer before'],
  [`q=${'x'.repeat(201)}`, 'q Too big'],
])('400 for ?%s says what is wrong', async (query, message) => {
  await using http = await startTestHttp([appLogsRoute({ callers, recentLogs: { search: unreachable } })])
  const response = await fetch(`${http.url}/monitoring/app-logs?${query}`, asCaller)
  expect(response.status).toBe(400)
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  expect(code).toBe('monitoring.bad_query')
  expect(detail).toContain(message)
})
