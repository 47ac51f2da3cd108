import { createLogger } from '@gatehouse/telemetry/create-logger'
import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openTestLogs } from '../../../testing/open-test-logs.ts'
import { errorsRoute } from './route.ts'

const deps = { callers, recentLogs: { searchErrors: unreachable } }

type Answer = { data: { message: string; count: number; service: string }[] }

test('200: errors are grouped by fingerprint, newest first, regardless of how much else was logged', async () => {
  await using logs = await openTestLogs()
  const write = (service: string) => createLogger({ service, level: 'info', sinks: [logs.sink] })
  const failure = new Error('the disk is full')
  for (let call = 1; call <= 3; call += 1)
    write('gateway').error(`call ${call} was lost`, { call, error: failure })
  for (let line = 0; line < 500; line += 1) write('gateway').info('nothing unusual')
  write('backend').fatal('the process ends')
  await logs.sink.close()

  const list = async (query = ''): Promise<Answer> => {
    const answer = await callRoute(errorsRoute({ callers, recentLogs: logs.recentLogs }), { query })
    expect(answer.status).toBe(200)
    return answer.body as Answer
  }
  expect(await list()).toMatchObject({
    total_groups: 2,
    total_entries: 4,
    oldest_entry: expect.any(String) as string,
    searched_to: null,
    data: [
      { service: 'backend', level: 'fatal', message: 'the process ends', count: 1, code: null },
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        service: 'gateway',
        level: 'error',
        count: 3,
        first_seen: expect.any(String) as string,
        last_seen: expect.any(String) as string,
        latest: { context: { error: { message: 'the disk is full' } } },
      },
    ],
  })
  expect((await list('?limit=1')).data).toHaveLength(1)
  expect((await list('?service=gateway')).data.map(({ count }) => count)).toEqual([3])
  expect((await list('?to=2020-01-01T00:00:00Z')).data).toEqual([])
})

test.each([
  ['limit=0', 'limit must be a whole number from 1 to'],
  ['limit=100000', 'limit must be a whole number from 1 to'],
  ['from=yesterday', 'from must be a time such as'],
  ['to=1&limit=x', 'limit must be'],
  ['verbose=1', 'Unrecognized key: "verbose"'],
])('400: ?%s is refused with an explanation', async (query, message) => {
  expect(await callRoute(errorsRoute(deps), { query: `?${query}` })).toMatchObject({
    status: 400,
    body: { code: 'monitoring.bad_query', detail: expect.stringContaining(message) as string },
  })
})

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right monitoring',
    ...callerWithout('monitoring'),
    code: 'internal.right_missing',
  },
])('$status: $who is refused, and nothing is read', async ({ status, callers: known, headers, code }) => {
  const answer = await callRoute(errorsRoute({ ...deps, callers: known }), { headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})

test('503: Redis cannot be reached', async () => {
  expect(await callRoute(errorsRoute(deps))).toMatchObject({ status: 503 })
})
