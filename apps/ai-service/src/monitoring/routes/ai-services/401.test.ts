import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { callers } from '../../../testing/internal-caller.ts'
import { aiServicesRoute } from './route.ts'

const deps = {
  callers,
  replica: 'here 1',
  listAiServices: () => expect.unreachable('no service is told of'),
}

test.each([
  ['no secret', {}],
  ["another's secret", { authorization: `Bearer ${'x'.repeat(36)}` }],
])('401 for %s, and nothing is looked at', async (_, headers) => {
  await using http = await startTestHttp([aiServicesRoute(deps)])
  const response = await fetch(`${http.url}/monitoring/ai-services`, { headers })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.json()).toMatchObject({ code: 'internal.caller_unknown' })
})
