import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { GeneratorMetrics, GeneratorStatus } from '@gatehouse/matching/generator-status'
import type { OperationContext } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const generatorStatusType = defineObject<GeneratorStatus>(
  'GeneratorStatus',
  'The match-score generator: running, stopped or processing.',
  {
    status: field(shapes.string, (generator) => generator.status),
    uptimeSeconds: field(shapes.float, (generator) => generator.uptime_seconds),
    currentBatch: field(shapes.float, (generator) => generator.current_batch),
    queueSize: field(shapes.float, (generator) => generator.queue_size),
  },
)

const generatorMetricsType = defineObject<GeneratorMetrics>(
  'GeneratorMetrics',
  'Metrics of the generator: scores since the last restart; errors, times and rates over the last five minutes.',
  {
    totalProcessed: field(shapes.float, (metrics) => metrics.total_processed),
    totalErrors: field(shapes.float, (metrics) => metrics.total_errors),
    avgProcessingTimeMs: field(shapes.float, (metrics) => metrics.avg_processing_time_ms),
    queueDepth: field(shapes.float, (metrics) => metrics.queue_depth),
    throughputPerMinute: field(shapes.float, (metrics) => metrics.throughput_per_minute),
    lastProcessedAt: field(optional(shapes.time), ({ last_processed_at: at }) =>
      at === null ? null : new Date(at),
    ),
    processingRate: field(shapes.float, (metrics) => metrics.processing_rate),
    errorRate: field(shapes.float, (metrics) => metrics.error_rate),
    circuitBreakerState: field(shapes.string, (metrics) => metrics.circuit_breaker_state),
  },
)

export const generatorOperations: readonly Operation[] = [
  defineQuery({
    name: 'generatorStatus',
    description: 'The status of the match-score generator, as reported by the AI service.',
    inputs: {},
    returns: generatorStatusType,
    cost: 20,
    resolve: ({ deps }) => deps.generator.readStatus(),
  }),
  defineQuery({
    name: 'generatorMetrics',
    description: 'The metrics of the match-score generator, as reported by the AI service.',
    inputs: {},
    returns: generatorMetricsType,
    cost: 20,
    resolve: ({ deps }) => deps.generator.readMetrics(),
  }),
  defineMutation({
    name: 'startGenerator',
    description: 'Starts the match-score generator. Does nothing if it is running.',
    inputs: {},
    returns: generatorStatusType,
    cost: 50,
    async resolve(context) {
      const status = await context.deps.generator.start()
      await recordGeneratorChange(context, 'generator.start')
      return status
    },
  }),
  defineMutation({
    name: 'stopGenerator',
    description: 'Stops the match-score generator after its current batches. Does nothing if it is stopped.',
    inputs: {},
    returns: generatorStatusType,
    cost: 50,
    async resolve(context) {
      const status = await context.deps.generator.stop()
      await recordGeneratorChange(context, 'generator.stop')
      return status
    },
  }),
]

/** Records which user started or stopped the generator. The AI service's own audit entry names only the backend. */
async function recordGeneratorChange(
  context: OperationContext,
  action: 'generator.start' | 'generator.stop',
): Promise<void> {
  const { database, ids } = context.deps
  const by = await auditActor(context)
  const subject = { kind: 'generator', id: 'match-score-generator' }
  await database
    .transaction()
    .execute((tx) => recordAuditEntry(ids, tx, { ...by, companyId: null, action, subject }))
}
