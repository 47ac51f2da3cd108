import type { GeneratorMetrics, GeneratorStatus } from '../../../ai-service/create-generator-controls.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'

export const generatorStatusType = defineObject<GeneratorStatus>(
  'GeneratorStatus',
  'The match-score generator: running, stopped or processing.',
  {
    status: field(shapes.string, (generator) => generator.status),
    uptimeSeconds: field(shapes.float, (generator) => generator.uptime_seconds),
    currentBatch: field(shapes.float, (generator) => generator.current_batch),
    queueSize: field(shapes.float, (generator) => generator.queue_size),
  },
)

export const generatorMetricsType = defineObject<GeneratorMetrics>(
  'GeneratorMetrics',
  'Metrics of the generator: totals since the last restart, rates over the last five minutes.',
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
