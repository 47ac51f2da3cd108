import { createSystemClock } from '@gatehouse/runtime/clock'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers, unreachable } from '../../../testing/internal-caller.ts'
import { createProcessSampler } from '../../process-sampler.ts'
import { type StatsDeps, statsRoute } from './route.ts'

const pool = { total: 3, idle: 2, waiting: 0, max: 20 }
const number = expect.any(Number) as number

async function ask(readQueues: StatsDeps['readQueues']): Promise<unknown> {
  const sampler = createProcessSampler(createSystemClock())
  await using http = await startTestHttp([
    statsRoute({ callers, replica: 'here 1', sampler, pools: { requests: () => pool }, readQueues }),
  ])
  const response = await fetch(`${http.url}/monitoring/stats`, asCaller)
  sampler.close()
  expect(response.status).toBe(200)
  return await response.json()
}

test('process, event loop, memory, processor, pools and queues', async () => {
  const depth = { kind: 'send-mail', waiting: 7, running: 1, oldestReadyMs: 1_200 }
  expect(await ask(async () => ({ tasks: [depth], staleMatches: 12 }))).toEqual({
    replica: 'here 1',
    process: { pid: process.pid, node_version: process.version, uptime_seconds: number },
    event_loop: {
      utilization: number,
      delay_ms: { p50: number, p99: number, max: number },
      window_seconds: number,
    },
    cpu: { percent: number, window_seconds: number },
    memory: {
      rss_bytes: number,
      heap_used_bytes: number,
      heap_total_bytes: number,
      external_bytes: number,
      array_buffers_bytes: number,
    },
    pools: { requests: pool },
    queues: {
      tasks: [{ kind: 'send-mail', waiting: 7, running: 1, oldest_ready_ms: 1_200 }],
      match_score_generator: { waiting: 12 },
    },
  })
})

test('while the database is away it tells of the process all the same', async () => {
  expect(await ask(unreachable)).toMatchObject({ queues: null, pools: { requests: pool } })
})
