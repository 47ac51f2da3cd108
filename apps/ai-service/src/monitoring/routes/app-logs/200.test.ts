import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../../testing/internal-caller.ts'
import { openTestLogs } from '../../../testing/open-test-logs.ts'
import { appLogsRoute } from './route.ts'

type Page = { data: { message: string }[]; has_more: boolean; next_cursor: string | null; lines_seen: number }

test('the lines of all services, filtered and page by page', async () => {
  await using logs = await openTestLogs()
  const before = new Date(createSystemClock().wallMs() - 60_000).toISOString()
  const write = (service: string) => createLogger({ service, level: 'info', sinks: [logs.sink] })
  for (let call = 1; call <= 5; call += 1) write('gateway').info(`call ${call}`, { company: 'c-1' })
  write('backend').warn('a login was refused', { company: 'c-2' })
  await logs.sink.close()

  await using http = await startTestHttp([appLogsRoute({ callers, recentLogs: logs.recentLogs })])
  const ask = async (query: string): Promise<Page> => {
    const response = await fetch(`${http.url}/monitoring/app-logs${query}`, asCaller)
    expect(response.status).toBe(200)
    return (await response.json()) as Page
  }
  expect(await ask('?level=warn')).toEqual({
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
    lines_seen: 6,
  })
  const messages = async (query: string) => (await ask(query)).data.map(({ message }) => message)
  expect(await messages('?q=C-1&service=gateway&limit=2')).toEqual(['call 5', 'call 4'])
  expect(await messages(`?to=${before}`)).toEqual([])
  expect(await messages(`?from=${before}&service=backend`)).toEqual(['a login was refused'])
  const first = await ask('?service=gateway&limit=2')
  expect(first.has_more).toBe(true)
  expect(await messages(`?service=gateway&limit=2&cursor=${first.next_cursor}`)).toEqual(['call 3', 'call 2'])
})
