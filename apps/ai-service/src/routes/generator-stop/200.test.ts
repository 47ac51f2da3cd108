import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../testing/internal-caller.ts'
import { openGenerator } from '../../testing/open-generator.ts'
import { generatorStopRoute } from './route.ts'

const stopped = { status: 'stopped', uptime_seconds: 0, current_batch: 0, queue_size: 1 }
const operator = { kind: 'operator', id: 'test' } as const

test('running → stopped; stopping again changes nothing', async () => {
  await using open = await openGenerator()
  await open.store.start(operator)
  await using http = await startTestHttp([generatorStopRoute({ callers, store: open.store })])
  const stop = () =>
    fetch(`${http.url}/api/v1/background-tasks/match-score-generator/stop`, { method: 'POST', ...asCaller })
  for (const response of [await stop(), await stop()]) {
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(stopped)
  }
})

test('processing → stopped is answered at once, and the batch in hand is finished all the same', async () => {
  await using open = await openGenerator()
  await open.store.start(operator)
  const claimed = await open.store.claim('one')
  await using http = await startTestHttp([generatorStopRoute({ callers, store: open.store })])
  const response = await fetch(`${http.url}/api/v1/background-tasks/match-score-generator/stop`, {
    method: 'POST',
    ...asCaller,
  })
  expect(await response.json()).toEqual({ ...stopped, current_batch: 1, queue_size: 0 })
  expect((await open.store.readSnapshot()).inHand).toBe(1)
  const nothing = {
    talents: [],
    jobs: [],
    kept: [],
    dropped: [],
    scored: 0,
    judgeCalls: 0,
    unjudgedIds: [],
    failedIds: [],
  }
  expect(claimed.kind === 'claimed' && (await open.store.finish(claimed.batch, nothing, 1))).toBe(true)
})
