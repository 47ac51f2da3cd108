import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createUndeliveredReaper } from './undelivered-reaper.ts'

/** A ledger with one row that is never written again. */
function setUp() {
  const clock = createFakeClock()
  const state = { isDown: false, serverStart: 'first' }
  const returned: string[] = []
  const reaper = createUndeliveredReaper(
    {
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics: createMetrics('test'),
      async findStale() {
        if (state.isDown) throw new Error('the ledger is down')
        return [{ processId: 'process', lane: 0, version: 1n, serverStart: state.serverStart }]
      },
      async returnCharges({ processId }) {
        returned.push(processId)
        return 1
      },
    },
    { staleMs: 30_000, confirmAfterMs: 10_000 },
  )
  return { clock, state, returned, reaper }
}

test('a row that stays unchanged for long enough belongs to a dead process', async () => {
  const { clock, returned, reaper } = setUp()
  await reaper.reap()
  await clock.advance(9_999)
  await reaper.reap()
  expect(returned).toEqual([])
  await clock.advance(1)
  await reaper.reap()
  expect(returned).toEqual(['process'])
})

test('time before an outage that the reaper has noticed does not count', async () => {
  const { clock, state, returned, reaper } = setUp()
  await reaper.reap()
  await clock.advance(9_000)
  state.isDown = true
  await expect(reaper.reap()).rejects.toThrow('the ledger is down')
  state.isDown = false
  await clock.advance(2_000)
  await reaper.reap()
  expect(returned).toEqual([])
  await clock.advance(10_000)
  await reaper.reap()
  expect(returned).toEqual(['process'])
})

test('time before a restart or a failover of the ledger does not count', async () => {
  const { clock, state, returned, reaper } = setUp()
  await reaper.reap()
  await clock.advance(11_000)
  state.serverStart = 'second'
  await reaper.reap()
  expect(returned).toEqual([])
  await clock.advance(10_000)
  await reaper.reap()
  expect(returned).toEqual(['process'])
})
