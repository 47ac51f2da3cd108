import type { Route } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import { readOperations } from '@gatehouse/operations/operation-counts'
import { createRecentLogs } from '@gatehouse/redis/read-recent-logs'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { Background } from '../background/open-background.ts'
import type { RunningGenerator } from '../generator/run-generator.ts'
import type { Caller } from '../internal/callers.ts'
import { nameReplica } from '../name-replica.ts'
import { createProcessSampler } from './process-sampler.ts'
import { aiServicesRoute } from './routes/ai-services/route.ts'
import { appLogsRoute } from './routes/app-logs/route.ts'
import { errorsRoute } from './routes/errors/route.ts'
import { operationsRoute } from './routes/operations/route.ts'
import { statsRoute } from './routes/stats/route.ts'
import { watchPartitions } from './watch-partitions.ts'
import { watchQueues } from './watch-queues.ts'

export type MonitoringParts = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'readSnapshot'>
  background: Pick<Background, 'kinds' | 'pool'>
  listAiServices: () => readonly AiServiceStatus[]
  generator: Pick<RunningGenerator, 'pool'>
}

/** What operators look at, each at a cost that does not grow with what there is to see. */
export function monitoringRoutes(
  resources: Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics' | 'postgres' | 'redis'>,
  { callers, store, background, generator, listAiServices }: MonitoringParts,
  scope: AsyncDisposableStack,
): Route[] {
  const { clock, postgres } = resources
  const replica = nameReplica()
  const sampler = scope.adopt(createProcessSampler(clock), ({ close }) => close())
  const recentLogs = createRecentLogs(resources)
  const pools = { requests: postgres.counts, tasks: background.pool, match_score_generator: generator.pool }
  const queue = createTaskQueue({ ...resources, kinds: background.kinds })
  scope.adopt(watchQueues({ ...resources, readDepths: queue.depths }), ({ close }) => close())
  scope.adopt(watchPartitions(resources), ({ close }) => close())
  const readQueues = async () => {
    const [tasks, { waiting }] = await Promise.all([queue.depths(), store.readSnapshot()])
    return { tasks, staleMatches: waiting }
  }
  return [
    statsRoute({ callers, replica, sampler, pools, readQueues }),
    operationsRoute({ callers, readOperations: () => readOperations(postgres) }),
    appLogsRoute({ callers, recentLogs }),
    errorsRoute({ callers, recentLogs }),
    aiServicesRoute({ callers, replica, listAiServices }),
  ]
}
