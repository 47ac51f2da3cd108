import type { LogLevel } from '@gatehouse/telemetry/create-logger'
import type { AiServiceAddress } from './ai-service-settings.ts'
import { createAskAiService } from './ai-service-request.ts'
import {
  type AiServices,
  type AppLogs,
  type ErrorGroups,
  type MonitoringOperations,
  type MonitoringStats,
  aiServicesSchema,
  appLogsSchema,
  errorsSchema,
  operationsSchema,
  statsSchema,
} from './monitoring-schemas.ts'

type LogFilter = { service?: string | undefined; from?: Date | undefined; to?: Date | undefined }

type LogQuery = LogFilter & {
  /** This level and above. */
  level?: LogLevel | undefined
  /** Text in the message or the context. */
  text?: string | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  limit: number
}

/** What the AI service knows about itself, its model calls, and the logs of all services. */
export type Monitoring = {
  readStats(): Promise<MonitoringStats>
  readOperations(): Promise<MonitoringOperations>
  searchLogs(query: LogQuery): Promise<AppLogs>
  listErrorGroups(filter: LogFilter & { limit: number }): Promise<ErrorGroups>
  listAiServices(): Promise<AiServices>
}

/** Without an address, everything fails with a message that names the missing settings. */
export function createMonitoring(address: AiServiceAddress | undefined): Monitoring {
  const ask = createAskAiService(address, 'monitoring')
  return {
    readStats: () => ask({ path: '/monitoring/stats', schema: statsSchema }),
    readOperations: () => ask({ path: '/monitoring/operations', schema: operationsSchema }),
    searchLogs: ({ text, ...query }) =>
      ask({ path: `/monitoring/app-logs?${toQuery({ ...query, q: text })}`, schema: appLogsSchema }),
    listErrorGroups: (filter) => ask({ path: `/monitoring/errors?${toQuery(filter)}`, schema: errorsSchema }),
    listAiServices: () => ask({ path: '/monitoring/ai-services', schema: aiServicesSchema }),
  }
}

function toQuery(values: Readonly<Record<string, string | number | Date | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)] as const],
  )
  return new URLSearchParams(Object.fromEntries(given)).toString()
}
