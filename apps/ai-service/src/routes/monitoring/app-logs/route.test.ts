import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { openTestLogs } from '../../../testing/open-test-logs.ts'
import { appLogsRoute } from './route.ts'

const deps = { callers, recentLogs: { search: unreachable } }

type Page = {
  data: { message: string }[]
  has_more: boolean
  next_cursor: string | null
  searched_to: string | null
}

test('200: the lines of all services, filtered and page by page', async () => {
  await using logs = await openTestLogs()
  const before = new Date(createSystemClock().wallMs() - 60_000).toISOString()
  const write = (service: string) => createLogger({ service, level: 'info', sinks: [logs.sink] })
  for (let call = 1; call <= 5; call += 1) write('gateway').info(`call ${call}`, { company: 'c-1' })
  write('backend').warn('a login was refused', { company: 'c-2' })
  await logs.sink.close()

  const search = async (query: string): Promise<Page> => {
    const answer = await callRoute(appLogsRoute({ callers, recentLogs: logs.recentLogs }), { query })
    expect(answer.status).toBe(200)
    return answer.body as Page
  }
  expect(await search('?level=warn')).toEqual({
    data: [
      {
        timestamp: expect.any(String) as string,
        level: 'warn',
        service: 'backend',
        message: 'a login was refused',
        context: { company: 'c-2' },
      },
    ],
    has_more: false,
    next_cursor: null,
    searched_to: null,
    lines_seen: 6,
  })
  const messages = async (query: string) => (await search(query)).data.map(({ message }) => message)
  expect(await messages('?q=C-1&service=gateway&limit=2')).toEqual(['call 5', 'call 4'])
  expect(await messages(`?to=${before}`)).toEqual([])
  expect(await messages(`?from=${before}&service=backend`)).toEqual(['a login was refused'])
  expect(await messages('?to=1969-12-31T12:00:00Z')).toEqual([])
  expect(await messages('?from=1969-01-01T00:00:00Z&service=backend')).toEqual(['a login was refused'])
  const first = await search('?service=gateway&limit=2')
  expect(first.has_more).toBe(true)
  expect(Date.parse(first.searched_to ?? '')).toBeGreaterThan(Date.parse(before))
  expect(await messages(`?service=gateway&limit=2&cursor=${first.next_cursor}`)).toEqual(['call 3', 'call 2'])
})

test.each([
  ['limit=0', 'limit must be a whole number from 1 to'],
  ['limit=100000', 'limit must be a whole number from 1 to'],
  ['from=yesterday', 'from must be a time such as'],
  ['to=1&limit=x', 'limit must be'],
  ['verbose=1', 'Unrecognized key: "verbose"'],
  ['level=loud', 'level must be one of debug, info, warn, error, fatal'],
  ['cursor=bm9uc2Vuc2U', 'cursor must be the next_cursor of an earlier answer'],
  [`q=${'x'.repeat(201)}`, 'q Too big'],
])('400: ?%s is refused with an explanation', async (query, message) => {
  expect(await callRoute(appLogsRoute(deps), { query: `?${query}` })).toMatchObject({
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
  const answer = await callRoute(appLogsRoute({ ...deps, callers: known }), { headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})

test('503: Redis cannot be reached', async () => {
  expect(await callRoute(appLogsRoute(deps))).toMatchObject({ status: 503 })
})
