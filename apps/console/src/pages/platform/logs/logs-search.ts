// What the address of the log says: the filters.
import { type LogLevel, logLevels } from './live/log-line.ts'

export type LogsSearch = {
  /** This level and above. */
  level?: LogLevel
  service?: string
  /** Text in the message or the context. */
  words?: string
  request?: string
  company?: string
}

export function readLogsSearch(raw: Readonly<Record<string, unknown>>): LogsSearch {
  const level = logLevels.find((name) => name === raw['level'])
  return {
    ...(level === undefined ? {} : { level }),
    ...textOf('service', raw),
    ...textOf('words', raw),
    ...textOf('request', raw),
    ...textOf('company', raw),
  }
}

/** A number in the address, such as words=404, is read as a number by the router. */
function textOf<Name extends string>(
  name: Name,
  raw: Readonly<Record<string, unknown>>,
): Partial<Record<Name, string>> {
  const value = raw[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== ''
    ? ({ [name]: text.trim() } as Record<Name, string>)
    : {}
}
