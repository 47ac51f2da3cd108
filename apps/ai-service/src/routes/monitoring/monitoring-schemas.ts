// The schemas of the monitoring routes' answers.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import { z } from 'zod'
import { poolSchema } from '../../readiness.ts'

const moment = z.iso.datetime()

export const statsSchema = z.strictObject({
  replica: z.string(),
  process: z.strictObject({ pid: z.int(), node_version: z.string(), uptime_seconds: z.number() }),
  event_loop: z.strictObject({
    utilization: z.number().describe('Fraction of the time in which it was busy'),
    delay_ms: z.strictObject({ p50: z.number(), p99: z.number(), max: z.number() }),
    window_seconds: z.number(),
  }),
  cpu: z.strictObject({ percent: z.number().describe('Percentage of one core'), window_seconds: z.number() }),
  memory: z.strictObject({
    rss_bytes: z.int(),
    heap_used_bytes: z.int(),
    heap_total_bytes: z.int(),
    external_bytes: z.int(),
    array_buffers_bytes: z.int(),
  }),
  pools: z.record(z.string(), poolSchema),
  queues: z
    .strictObject({
      tasks: z
        .array(
          z.strictObject({
            kind: z.string(),
            waiting: z.int().describe('Counted up to 100,000'),
            running: z.int(),
            oldest_ready_ms: z.number().nullable(),
          }),
        )
        .describe('The kinds that this service handles; includes send-mail if a mail server is configured'),
      match_score_generator: z.strictObject({ waiting: z.int() }),
    })
    .nullable()
    .describe('Figures of all replicas; null while the database is unavailable'),
})

const operationWindow = z.strictObject({
  from: moment,
  total: z.int(),
  operations: z.array(
    z.strictObject({
      kind: z.string(),
      total: z.int(),
      outcomes: z.record(z.string(), z.int()),
      p50_ms: z.number().nullable().describe('Duration of operations with the outcome done'),
      p95_ms: z.number().nullable(),
      last_at: moment,
    }),
  ),
})

export const operationsSchema = z.strictObject({
  as_of: moment,
  last_1h: operationWindow,
  last_24h: operationWindow,
})

const logEntry = {
  timestamp: moment,
  level: z.string(),
  service: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()),
}

const searchedTo = moment
  .nullable()
  .describe('Lines that were written before this time were not looked at; null if all were')

export const appLogsSchema = z.strictObject({
  data: z.array(z.strictObject(logEntry)),
  has_more: z.boolean().describe('A page may be empty although more entries follow'),
  next_cursor: z.string().nullable(),
  searched_to: searchedTo,
  lines_seen: z.int(),
})

export const errorsSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      fingerprint: z.string(),
      count: z.int(),
      first_seen: moment,
      last_seen: moment,
      level: z.string(),
      service: z.string(),
      message: z.string(),
      code: z.string().nullable(),
      latest: z.looseObject(logEntry),
    }),
  ),
  total_groups: z.int(),
  total_entries: z.int(),
  oldest_entry: moment.nullable(),
  searched_to: searchedTo,
})

export const aiServicesSchema = z.strictObject({
  replica: z.string().describe('The process that answered; each has its own circuit breakers'),
  services: z.array(
    z.strictObject({
      name: z.string(),
      circuit_breaker: z.enum(['closed', 'open', 'half-open']),
      circuit_breaker_state: z.enum(['CLOSED', 'OPEN', 'HALF-OPEN']),
      last_success_at: moment.nullable(),
      last_failure_at: moment.nullable(),
      last_failure_code: z.string().nullable(),
      calls: z.int().describe('Calls in the last five minutes'),
      failures: z.int(),
      error_rate: z.number().describe('Percentage of failed calls'),
      latency_ms: z.strictObject({ p50: z.number(), p95: z.number() }).nullable(),
    }),
  ),
})

/**
 * Formats a breaker's state in upper case, as documented for the metrics; the readiness answer gives it in lower case.
 */
export function formatBreakerState(state: BreakerState) {
  return state.toUpperCase() as Uppercase<BreakerState>
}
