import { defineRoute } from '@gatehouse/http/define-route'
import type { RecentLogs } from '@gatehouse/redis/read-recent-logs'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { logQuerySchema, readQuery, toCursor, toSearch, toSearchedTo } from '../log-query.ts'
import { appLogsSchema } from '../monitoring-schemas.ts'

export type AppLogsDeps = { callers: readonly Caller[]; recentLogs: Pick<RecentLogs, 'search'> }

/**
 * Searches the log lines of all services that Redis still holds, newest first. One request scans a limited number of lines, so a
 * page may be empty although more follow; continue with `next_cursor`.
 */
export function appLogsRoute({ callers, recentLogs }: AppLogsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/app-logs',
    statuses: [200, 400, 401, 403, 503],
    docs: {
      summary: 'Search the recent log lines of all services',
      tag: 'Monitoring',
      query: logQuerySchema,
      answer: appLogsSchema,
    },
    ...forCallers({ callers, right: 'monitoring' }, async (request) => {
      const { entries, next, linesSeen } = await recentLogs.search(
        toSearch(readQuery(logQuerySchema, request.query)),
      )
      return {
        data: entries.map(({ timestamp, level, service, message, context }) => ({
          timestamp,
          level,
          service,
          message,
          context,
        })),
        has_more: next !== undefined,
        next_cursor: next ? toCursor(next) : null,
        searched_to: next ? toSearchedTo(next) : null,
        lines_seen: linesSeen,
      }
    }),
  })
}
