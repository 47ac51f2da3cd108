// Live lines are filtered here, because the socket sends all of them; earlier lines are searched by the backend, which
// takes one text. The rest of a filter is applied to what it finds.
import type { AppLogsVariables } from '../logs.generated.ts'
import type { LogsSearch } from '../logs-search.ts'
import { type LogLine, droppedAt, logLevels } from './log-line.ts'

export type LogFilter = (line: LogLine) => boolean

export function createLogFilter({ level, service, words, request, company }: LogsSearch): LogFilter {
  const lowest = level === undefined ? 0 : logLevels.indexOf(level)
  const sought = words?.toLowerCase()
  const written = sought === undefined ? '' : JSON.stringify(sought).slice(1, -1)
  return (line) => {
    if (droppedAt(line) !== undefined) return true
    if (logLevels.indexOf(line.level) < lowest) return false
    if (service !== undefined && line.service !== service) return false
    if (request !== undefined && line.context['request_id'] !== request) return false
    if (company !== undefined && !namesCompany(line, company)) return false
    if (sought === undefined || line.message.toLowerCase().includes(sought)) return true
    return JSON.stringify(line.context).toLowerCase().includes(written)
  }
}

function namesCompany({ context }: LogLine, company: string): boolean {
  return context['company_id'] === company || context['companyId'] === company
}

/** What the backend is asked for. An id is rarer than a word, so it finds more within the lines of one search. */
export function searchVariables({
  level,
  service,
  words,
  request,
  company,
}: LogsSearch): Pick<AppLogsVariables, 'level' | 'service' | 'text'> {
  return {
    level: level === undefined ? undefined : (level.toUpperCase() as NonNullable<AppLogsVariables['level']>),
    service,
    text: request ?? company ?? words,
  }
}
