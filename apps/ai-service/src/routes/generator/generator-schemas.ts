// The documented schemas of the generator's answers.
import { z } from 'zod'

export const generatorStatusSchema = z.strictObject({
  status: z.enum(['running', 'stopped', 'processing']),
  uptime_seconds: z.number().describe('Seconds since the start that made it run'),
  current_batch: z.number().describe('Number of the batch in progress, or of the last one'),
  queue_size: z.number(),
})

export const generatorMetricsSchema = z.strictObject({
  total_processed: z.number().describe('Matches since the last restart'),
  total_errors: z.number().describe('Errors in the last five minutes'),
  avg_processing_time_ms: z.number(),
  queue_depth: z.number(),
  throughput_per_minute: z.number(),
  last_processed_at: z.iso.datetime().nullable(),
  processing_rate: z.number().describe('Matches per second'),
  error_rate: z.number().describe('Percentage of failed calculations'),
  circuit_breaker_state: z.enum(['CLOSED', 'OPEN', 'HALF-OPEN']),
})
