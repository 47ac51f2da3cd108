import type { TaskDepth } from '@gatehouse/tasks/create-task-queue'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { watchQueues } from './database-gauges.ts'

test('the queues are read once a minute, and unknown values are not exported', async () => {
  const clock = createFakeClock()
  const metrics = createMetrics('test')
  let depths: TaskDepth[] | undefined = [
    { kind: 'send-mail', waiting: 7, running: 1, oldestReadyMs: 90_000 },
    { kind: 'dead-letters', waiting: 2, running: 0, oldestReadyMs: null },
  ]
  let reads = 0
  const watch = watchQueues({
    clock,
    metrics,
    async readDepths() {
      reads += 1
      if (!depths) throw new Error('the database is unavailable')
      return depths
    },
  })
  const exported = async () =>
    [...(await metrics.metrics()).matchAll(/^gatehouse_tasks_(\w+)\{kind="([\w-]+)".*\} (\S+)$/gm)].map(
      ([, name, kind, value]) => `${name} ${kind} ${value}`,
    )
  await clock.advance(59_999)
  expect(reads).toBe(1)
  expect(await exported()).toEqual([
    'waiting send-mail 7',
    'waiting dead-letters 2',
    'oldest_ready_seconds send-mail 90',
    'oldest_ready_seconds dead-letters 0',
  ])
  depths = undefined
  await clock.advance(1)
  expect([reads, await exported()]).toEqual([2, []])
  await watch.close()
  expect(clock.pendingTimers).toBe(0)
})
