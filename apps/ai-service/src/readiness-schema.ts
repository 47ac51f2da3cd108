// The documented shapes of the health routes' answers.
import { z } from 'zod'

const status = z.enum(['healthy', 'degraded', 'unhealthy', 'stopped'])

const workers = {
  match_score_generator: status,
  email_worker: status,
  cv_worker: status,
  document_worker: status,
}

const nested = z.strictObject({
  status,
  components: z.strictObject({
    database: z.strictObject({ status, latency_ms: z.number() }),
    workers: z.strictObject({ status, active: z.int(), idle: z.int() }),
    circuit_breakers: z
      .record(z.string(), z.enum(['closed', 'open', 'half-open']))
      .describe('External AI service → the state of its breaker'),
    ...workers,
  }),
})

const flat = z.strictObject({ status, components: z.strictObject({ database: status, ...workers }) })

export const readinessSchema = z.union([nested, flat])

export const poolSchema = z.strictObject({
  total: z.int(),
  idle: z.int(),
  waiting: z.int().describe('Requests that wait for a connection'),
  max: z.int(),
})
