import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../testing/internal-caller.ts'
import { openGenerator } from '../../testing/open-generator.ts'
import { generatorStartRoute } from './route.ts'

test('stopped → running; starting again changes nothing; the audit log names the caller once', async () => {
  await using open = await openGenerator()
  await using http = await startTestHttp([generatorStartRoute({ callers, store: open.store })])
  const start = () =>
    fetch(`${http.url}/api/v1/background-tasks/match-score-generator/start`, { method: 'POST', ...asCaller })
  for (const response of [await start(), await start()]) {
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      status: 'running',
      uptime_seconds: expect.any(Number) as number,
      current_batch: 0,
      queue_size: 1,
    })
  }
  expect(await open.database.selectFrom('audit_log').select(['action', 'actor_id']).execute()).toEqual([
    { action: 'generator.start', actor_id: 'tests' },
  ])
})
