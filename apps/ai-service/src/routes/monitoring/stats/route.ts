import { defineRoute } from '@gatehouse/http/define-route'
import type { PoolCounts } from '@gatehouse/postgres/pool-metrics'
import type { TaskDepth } from '@gatehouse/tasks/create-task-queue'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import type { ProcessSampler } from '../../../monitoring/process-sampler.ts'
import { statsSchema } from '../monitoring-schemas.ts'

export type StatsDeps = {
  callers: readonly Caller[]
  replica: string
  sampler: Pick<ProcessSampler, 'read'>
  pools: Readonly<Record<string, () => PoolCounts>>
  /** Queues of all replicas; rejects while the database is unavailable. */
  readQueues: () => Promise<{ tasks: readonly TaskDepth[]; staleMatches: number }>
}

/** Resource usage of this process. It also works while the database is unavailable, when it is needed most; `queues` is then null. */
export function statsRoute({ callers, replica, sampler, pools, readQueues }: StatsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/stats',
    statuses: [200, 401, 403],
    docs: {
      summary: 'Get the resource usage of this process and the queue lengths',
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
