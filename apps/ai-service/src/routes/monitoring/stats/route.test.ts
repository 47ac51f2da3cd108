import { createSystemClock } from '@gatehouse/runtime/clock'
import { expect, test } from 'vitest'
import { createProcessSampler } from '../../../monitoring/process-sampler.ts'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret, unreachable } from '../../../testing/internal-caller.ts'
import { type StatsDeps, statsRoute } from './route.ts'

const deps: StatsDeps = {
  callers,
  replica: 'here 1',
  sampler: { read: () => expect.unreachable('the process is not sampled') },
  pools: {},
  readQueues: unreachable,
}
const pool = { total: 3, idle: 2, waiting: 0, max: 20 }
const number = expect.any(Number) as number

async function readStats(readQueues: StatsDeps['readQueues']) {
  const sampler = createProcessSampler(createSystemClock())
  const answer = await callRoute(
    statsRoute({ ...deps, sampler, pools: { requests: () => pool }, readQueues }),
  )
  sampler.close()
  return answer
}

test('200: process, event loop, memory, CPU, pools and queues', async () => {
  const depth = { kind: 'send-mail', waiting: 7, running: 1, oldestReadyMs: 1_200 }
  const answer = await readStats(async () => ({ tasks: [depth], staleMatches: 12 }))
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
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

test('200: without the database the process is still reported', async () => {
  expect(await readStats(unreachable)).toMatchObject({
    status: 200,
    body: { queues: null, pools: { requests: pool } },
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
  const answer = await callRoute(statsRoute({ ...deps, callers: known }), { headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})
