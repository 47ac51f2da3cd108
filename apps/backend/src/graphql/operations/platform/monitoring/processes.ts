// How the AI service runs: its process, its operations, and the models it calls.
import type {
  AiService,
  AiServices,
  MonitoringOperations,
  MonitoringStats,
  OperationWindow,
} from '../../../../ai-service/monitoring-schemas.ts'
import { type Operation, defineQuery } from '../../../schema/define-operation.ts'
import { defineObject, field, listOf, optional, shapes } from '../../../schema/shape.ts'
import { breakerStateNames, breakerStateType } from './breaker-state.ts'

const eventLoopType = defineObject<MonitoringStats['event_loop']>(
  'EventLoopStats',
  'The event loop over the last windowSeconds. utilization is the fraction of the time in which it was busy.',
  {
    utilization: field(shapes.float, (loop) => loop.utilization),
    delayP50Ms: field(shapes.float, (loop) => loop.delay_ms.p50),
    delayP99Ms: field(shapes.float, (loop) => loop.delay_ms.p99),
    delayMaxMs: field(shapes.float, (loop) => loop.delay_ms.max),
    windowSeconds: field(shapes.float, (loop) => loop.window_seconds),
  },
)

const memoryType = defineObject<MonitoringStats['memory']>('MemoryStats', 'The memory of a process.', {
  rssBytes: field(shapes.float, (memory) => memory.rss_bytes),
  heapUsedBytes: field(shapes.float, (memory) => memory.heap_used_bytes),
  heapTotalBytes: field(shapes.float, (memory) => memory.heap_total_bytes),
  externalBytes: field(shapes.float, (memory) => memory.external_bytes),
  arrayBuffersBytes: field(shapes.float, (memory) => memory.array_buffers_bytes),
})

type NamedPool = readonly [name: string, pool: MonitoringStats['pools'][string]]

const poolType = defineObject<NamedPool>('ConnectionPoolStats', 'The database connections of a process.', {
  name: field(shapes.string, ([name]) => name),
  total: field(shapes.int, ([, pool]) => pool.total),
  idle: field(shapes.int, ([, pool]) => pool.idle),
  waiting: field(shapes.int, ([, pool]) => pool.waiting),
  max: field(shapes.int, ([, pool]) => pool.max),
})

type Queues = NonNullable<MonitoringStats['queues']>

const taskQueueType = defineObject<Queues['tasks'][number]>(
  'TaskQueueStats',
  'The waiting and running tasks of a kind in all processes. waiting is counted up to 100,000.',
  {
    kind: field(shapes.string, (queue) => queue.kind),
    waiting: field(shapes.int, (queue) => queue.waiting),
    running: field(shapes.int, (queue) => queue.running),
    oldestReadyMs: field(optional(shapes.float), (queue) => queue.oldest_ready_ms),
  },
)

const statsType = defineObject<MonitoringStats>(
  'MonitoringStats',
  'The AI service process that answered. The queues are those of all processes.',
  {
    replica: field(shapes.string, (stats) => stats.replica),
    pid: field(shapes.int, (stats) => stats.process.pid),
    nodeVersion: field(shapes.string, (stats) => stats.process.node_version),
    uptimeSeconds: field(shapes.float, (stats) => stats.process.uptime_seconds),
    eventLoop: field(eventLoopType, (stats) => stats.event_loop),
    cpuPercent: field(shapes.float, (stats) => stats.cpu.percent),
    memory: field(memoryType, (stats) => stats.memory),
    pools: field(listOf(poolType), ({ pools }) => Object.entries(pools)),
    taskQueues: field(optional(listOf(taskQueueType)), ({ queues }) => queues?.tasks ?? null),
    staleMatches: field(optional(shapes.int), ({ queues }) => queues?.match_score_generator.waiting ?? null),
  },
)

const outcomeType = defineObject<{ outcome: string; count: number }>(
  'OperationOutcome',
  'How often operations of a kind had this outcome, such as done or failed.',
  {
    outcome: field(shapes.string, ({ outcome }) => outcome),
    count: field(shapes.float, ({ count }) => count),
  },
)

const operationType = defineObject<OperationWindow['operations'][number]>(
  'MonitoredOperation',
  'The operations of a kind. p50Ms and p95Ms are of those with the outcome done.',
  {
    kind: field(shapes.string, (operation) => operation.kind),
    total: field(shapes.float, (operation) => operation.total),
    outcomes: field(listOf(outcomeType), ({ outcomes }) =>
      Object.entries(outcomes).map(([outcome, count]) => ({ outcome, count })),
    ),
    p50Ms: field(optional(shapes.float), (operation) => operation.p50_ms),
    p95Ms: field(optional(shapes.float), (operation) => operation.p95_ms),
    lastAt: field(shapes.time, (operation) => operation.last_at),
  },
)

const windowType = defineObject<OperationWindow>(
  'OperationWindow',
  'The operations of all processes since from.',
  {
    from: field(shapes.time, (window) => window.from),
    total: field(shapes.float, (window) => window.total),
    operations: field(listOf(operationType), (window) => window.operations),
  },
)

const operationsType = defineObject<MonitoringOperations>(
  'MonitoringOperations',
  'What the AI service did, by kind and outcome; at most a few seconds old.',
  {
    asOf: field(shapes.time, (operations) => operations.as_of),
    lastHour: field(windowType, (operations) => operations.last_1h),
    lastDay: field(windowType, (operations) => operations.last_24h),
  },
)

const aiServiceType = defineObject<AiService>(
  'AiService',
  'A model that the AI service calls, by its alias, with figures of the last five minutes. errorRate is a percentage.',
  {
    name: field(shapes.string, (service) => service.name),
    state: field(breakerStateType, (service) => breakerStateNames[service.circuit_breaker]),
    lastSuccessAt: field(optional(shapes.time), (service) => service.last_success_at),
    lastFailureAt: field(optional(shapes.time), (service) => service.last_failure_at),
    lastFailureCode: field(optional(shapes.string), (service) => service.last_failure_code),
    calls5m: field(shapes.int, (service) => service.calls),
    failures5m: field(shapes.int, (service) => service.failures),
    errorRate: field(shapes.float, (service) => service.error_rate),
    p50Ms: field(optional(shapes.float), (service) => service.latency_ms?.p50 ?? null),
    p95Ms: field(optional(shapes.float), (service) => service.latency_ms?.p95 ?? null),
  },
)

const aiServicesType = defineObject<AiServices>(
  'AiServices',
  'The models as the AI service process that answered sees them: each process has its own circuit breakers.',
  {
    replica: field(shapes.string, (answer) => answer.replica),
    services: field(listOf(aiServiceType), (answer) => answer.services),
  },
)

const nullWithError = 'Null with an error if the AI service does not respond.'

export const processOperations: readonly Operation[] = [
  defineQuery({
    name: 'monitoringStats',
    description: `The resource usage of an AI service process, and the lengths of the queues, which are null while its database is unavailable. ${nullWithError}`,
    inputs: {},
    returns: optional(statsType),
    cost: 20,
    resolve: ({ deps }) => deps.monitoring.readStats(),
  }),
  defineQuery({
    name: 'monitoringOperations',
    description: `The operations of the AI service in the last hour and the last day. ${nullWithError}`,
    inputs: {},
    returns: optional(operationsType),
    cost: 50,
    resolve: ({ deps }) => deps.monitoring.readOperations(),
  }),
  defineQuery({
    name: 'aiServices',
    description: `The state of the models that the AI service calls. Empty if it has no gateway. ${nullWithError}`,
    inputs: {},
    returns: optional(aiServicesType),
    cost: 20,
    resolve: ({ deps }) => deps.monitoring.listAiServices(),
  }),
]
