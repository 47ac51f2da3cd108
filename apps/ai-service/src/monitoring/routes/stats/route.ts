import { defineRoute } from '@gatehouse/http/define-route'
import type { PoolCounts } from '@gatehouse/postgres/create-postgres'
import type { TaskDepth } from '@gatehouse/tasks/create-task-queue'
import type { Caller } from '../../../internal/callers.ts'
import { forCallers } from '../../../internal/for-callers.ts'
import type { ProcessSampler } from '../../process-sampler.ts'
import { statsSchema } from '../../monitoring-schemas.ts'

export type StatsDeps = {
  callers: readonly Caller[]
  replica: string
  sampler: Pick<ProcessSampler, 'read'>
  pools: Readonly<Record<string, () => PoolCounts>>
  /** Of all replicas together; rejects while the database is away. */
  readQueues: () => Promise<{ tasks: readonly TaskDepth[]; staleMatches: number }>
}

/** What this process uses. Answers also while the database is away, when it is needed most: then queues are null. */
export function statsRoute({ callers, replica, sampler, pools, readQueues }: StatsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/stats',
    statuses: [200, 401, 403],
    docs: {
      summary: 'Tell what this process uses and how much waits',
      tag: 'Monitoring',
      answer: statsSchema,
    },
    ...forCallers({ callers, right: 'monitoring' }, async () => {
      const { windowSeconds, eventLoop, cpuPercent } = sampler.read()
      return {
        replica,
        process: {
          pid: process.pid,
          node_version: process.version,
          uptime_seconds: Math.round(process.uptime()),
        },
        event_loop: {
          utilization: eventLoop.utilization,
          delay_ms: eventLoop.delayMs,
          window_seconds: windowSeconds,
        },
        cpu: { percent: cpuPercent, window_seconds: windowSeconds },
        memory: describeMemory(process.memoryUsage()),
        pools: Object.fromEntries(Object.entries(pools).map(([name, counts]) => [name, counts()])),
        queues: await readQueues().then(describeQueues, () => null),
      }
    }),
  })
}

function describeMemory({ rss, heapUsed, heapTotal, external, arrayBuffers }: NodeJS.MemoryUsage) {
  return {
    rss_bytes: rss,
    heap_used_bytes: heapUsed,
    heap_total_bytes: heapTotal,
    external_bytes: external,
    array_buffers_bytes: arrayBuffers,
  }
}

function describeQueues({ tasks, staleMatches }: Awaited<ReturnType<StatsDeps['readQueues']>>) {
  return {
    tasks: tasks.map(({ kind, waiting, running, oldestReadyMs }) => ({
      kind,
      waiting,
      running,
      oldest_ready_ms: oldestReadyMs,
    })),
    match_score_generator: { waiting: staleMatches },
  }
}
