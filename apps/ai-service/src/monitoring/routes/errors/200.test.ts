import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../../testing/internal-caller.ts'
import { openTestLogs } from '../../../testing/open-test-logs.ts'
import { errorsRoute } from './route.ts'

type Answer = { data: { message: string; count: number; service: string }[] }

test('errors, newest first, those of one trouble as one, however much else was logged since', async () => {
  await using logs = await openTestLogs()
  const write = (service: string) => createLogger({ service, level: 'info', sinks: [logs.sink] })
  const failure = new Error('the disk is full')
  for (let call = 1; call <= 3; call += 1)
    write('gateway').error(`call ${call} was lost`, { call, error: failure })
  for (let line = 0; line < 500; line += 1) write('gateway').info('as ever')
  write('backend').fatal('the process ends')
  await logs.sink.close()

  await using http = await startTestHttp([errorsRoute({ callers, recentLogs: logs.recentLogs })])
  const ask = async (query = ''): Promise<Answer> => {
    const response = await fetch(`${http.url}/monitoring/errors${query}`, asCaller)
    expect(response.status).toBe(200)
    return (await response.json()) as Answer
  }
  const answer = await ask()
  expect(answer).toMatchObject({
    total_groups: 2,
    total_entries: 4,
    oldest_entry: expect.any(String) as string,
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
  expect((await ask('?limit=1')).data).toHaveLength(1)
  expect((await ask('?service=gateway')).data.map(({ count }) => count)).toEqual([3])
  expect((await ask('?to=2020-01-01T00:00:00Z')).data).toEqual([])
})
