// What the AI service's monitoring routes answer, as far as GraphQL shows it. Fields that an older AI service does not send are
// optional.
import { logLevels } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'

const moment = z.iso.datetime().transform((text) => new Date(text))
const searchedTo = moment.nullable().default(null)

const pool = z.object({ total: z.int(), idle: z.int(), waiting: z.int(), max: z.int() })

export const statsSchema = z.object({
  replica: z.string(),
  process: z.object({ pid: z.int(), node_version: z.string(), uptime_seconds: z.number() }),
  event_loop: z.object({
    utilization: z.number(),
    delay_ms: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
    window_seconds: z.number(),
  }),
  cpu: z.object({ percent: z.number(), window_seconds: z.number() }),
  memory: z.object({
    rss_bytes: z.number(),
    heap_used_bytes: z.number(),
    heap_total_bytes: z.number(),
    external_bytes: z.number(),
    array_buffers_bytes: z.number(),
  }),
  pools: z.record(z.string(), pool),
  queues: z
    .object({
      tasks: z.array(
        z.object({
          kind: z.string(),
          waiting: z.int(),
          running: z.int(),
          oldest_ready_ms: z.number().nullable(),
        }),
      ),
      match_score_generator: z.object({ waiting: z.int() }),
    })
    .nullable(),
})
export type MonitoringStats = z.output<typeof statsSchema>

const operationWindow = z.object({
  from: moment,
  total: z.number(),
  operations: z.array(
    z.object({
      kind: z.string(),
      total: z.number(),
      outcomes: z.record(z.string(), z.number()),
      p50_ms: z.number().nullable(),
      p95_ms: z.number().nullable(),
      last_at: moment,
    }),
  ),
})
export type OperationWindow = z.output<typeof operationWindow>

export const operationsSchema = z.object({
  as_of: moment,
  last_1h: operationWindow,
  last_24h: operationWindow,
})
export type MonitoringOperations = z.output<typeof operationsSchema>

const appLog = z.object({
  timestamp: moment,
  level: z.enum(logLevels),
  service: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()).default({}),
})
export type AppLog = z.output<typeof appLog>

export const appLogsSchema = z.object({
  data: z.array(appLog),
  next_cursor: z.string().nullable(),
  searched_to: searchedTo,
  lines_seen: z.int(),
})
export type AppLogs = z.output<typeof appLogsSchema>

const errorGroup = z.object({
  fingerprint: z.string(),
  count: z.int(),
  first_seen: moment,
  last_seen: moment,
  level: z.enum(logLevels),
  service: z.string(),
  message: z.string(),
  code: z.string().nullable(),
  latest: appLog,
})
export type ErrorGroup = z.output<typeof errorGroup>

export const errorsSchema = z.object({
  data: z.array(errorGroup),
  total_groups: z.int(),
  total_entries: z.int(),
  oldest_entry: moment.nullable(),
  searched_to: searchedTo,
})
export type ErrorGroups = z.output<typeof errorsSchema>

const aiService = z.object({
  name: z.string(),
  circuit_breaker: z.enum(['closed', 'open', 'half-open']),
  last_success_at: moment.nullable(),
  last_failure_at: moment.nullable(),
  last_failure_code: z.string().nullable(),
  calls: z.int(),
  failures: z.int(),
  error_rate: z.number(),
  latency_ms: z.object({ p50: z.number(), p95: z.number() }).nullable(),
})
export type AiService = z.output<typeof aiService>

export const aiServicesSchema = z.object({ replica: z.string(), services: z.array(aiService) })
export type AiServices = z.output<typeof aiServicesSchema>
