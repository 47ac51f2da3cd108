import type { Route } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import { readOperations } from '@gatehouse/operations/operation-counts'
import { createRecentLogs } from '@gatehouse/redis/read-recent-logs'
import { nameReplica } from '@gatehouse/service/name-replica'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { Background } from '../../background/open-background.ts'
import type { RunningGenerator } from '../../generator/run-generator.ts'
import type { Caller } from '../../internal/callers.ts'
import { watchBackup } from '../../monitoring/backup-gauge.ts'
import { watchPartitions, watchQueues } from '../../monitoring/database-gauges.ts'
import { createProcessSampler } from '../../monitoring/process-sampler.ts'
import { aiServicesRoute } from './ai-services/route.ts'
import { appLogsRoute } from './app-logs/route.ts'
import { errorsRoute } from './errors/route.ts'
import { operationsRoute } from './operations/route.ts'
import { statsRoute } from './stats/route.ts'

export type MonitoringParts = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'readSnapshot'>
  background: Pick<Background, 'kinds' | 'pool'>
  listAiServices: () => readonly AiServiceStatus[]
  generator: Pick<RunningGenerator, 'pool'>
}

/** The routes for operators. The cost of each is independent of the amount of data. */
export function monitoringRoutes(
  resources: Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics' | 'redis' | 'shards'>,
  { callers, store, background, generator, listAiServices }: MonitoringParts,
  scope: AsyncDisposableStack,
): Route[] {
  const { clock, shards } = resources
  const postgres = shards.directory
  const replica = nameReplica()
  const sampler = scope.adopt(createProcessSampler(clock), ({ close }) => close())
  const recentLogs = createRecentLogs(resources)
  const pools = { requests: postgres.counts, tasks: background.pool, match_score_generator: generator.pool }
  const queue = createTaskQueue({ ...resources, postgres, kinds: background.kinds })
  scope.adopt(watchQueues({ ...resources, readDepths: queue.depths }), ({ close }) => close())
  scope.adopt(watchPartitions({ ...resources, postgres }), ({ close }) => close())
  scope.adopt(watchBackup(resources), ({ close }) => close())
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
