import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../testing/internal-caller.ts'
import { openGenerator } from '../../testing/open-generator.ts'
import { generatorStatusRoute } from './route.ts'

const operator = { kind: 'operator', id: 'test' } as const

test('stopped, running, processing: the documented fields, and the same from every replica', async () => {
  await using open = await openGenerator()
  const routes = () => [generatorStatusRoute({ callers, store: open.store })]
  await using one = await startTestHttp(routes())
  await using two = await startTestHttp(routes())
  const ask = async () => {
    const answers = [one, two].map(({ url }) =>
      fetch(`${url}/api/v1/background-tasks/match-score-generator/status`, asCaller),
    )
    const [first, second] = await Promise.all(
      answers.map(async (answer) => (await (await answer).json()) as object),
    )
    // A second may pass between the two.
    expect({ ...second, uptime_seconds: 0 }).toEqual({ ...first, uptime_seconds: 0 })
    return first
  }
  expect(await ask()).toEqual({ status: 'stopped', uptime_seconds: 0, current_batch: 0, queue_size: 1 })
  await open.store.start(operator)
  await open.postgres.query(`update match_generator set started_at = now() - interval '1 hour'`)
  expect(await ask()).toMatchObject({ status: 'running', current_batch: 0, queue_size: 1 })
  expect(Object.values((await ask()) ?? {})[1]).toBeGreaterThanOrEqual(3_600)
  await open.store.claim('one')
  expect(await ask()).toMatchObject({ status: 'processing', current_batch: 1, queue_size: 0 })
})
