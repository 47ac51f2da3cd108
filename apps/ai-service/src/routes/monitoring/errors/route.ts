import { defineRoute } from '@gatehouse/http/define-route'
import type { RecentLogs } from '@gatehouse/redis/read-recent-logs'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { groupErrors } from '../../../monitoring/group-errors.ts'
import { errorQuerySchema, readQuery, toSearchedTo } from '../log-query.ts'
import { errorsSchema } from '../monitoring-schemas.ts'

export type ErrorsDeps = { callers: readonly Caller[]; recentLogs: Pick<RecentLogs, 'searchErrors'> }

// Only the newest entries are grouped, regardless of the requested number of groups.
const entriesMax = 5_000

/** The errors of all services, grouped by fingerprint, newest group first. */
export function errorsRoute({ callers, recentLogs }: ErrorsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/errors',
    statuses: [200, 400, 401, 403, 503],
    docs: {
      summary: 'List recent errors of all services by fingerprint',
      tag: 'Monitoring',
      query: errorQuerySchema,
      answer: errorsSchema,
    },
    ...forCallers({ callers, right: 'monitoring' }, async (request) => {
      const { service, from, to, limit } = readQuery(errorQuerySchema, request.query)
      const { entries, next } = await recentLogs.searchErrors({
        service,
        fromMs: from,
        toMs: to,
        limit: entriesMax,
      })
      const groups = groupErrors(entries)
      return {
        data: groups.slice(0, limit),
        total_groups: groups.length,
        total_entries: entries.length,
        oldest_entry: entries.at(-1)?.timestamp ?? null,
        searched_to: next ? toSearchedTo(next) : null,
      }
    }),
  })
}
