// One form for the lines of the socket and of the search, so that the same line from both is recognised as one.
import type { AppLogsResult, LogStreamResult } from '../logs.generated.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogContext = Readonly<Record<string, unknown>>

export type LogLine = {
  at: string
  level: LogLevel
  service: string
  message: string
  context: LogContext
}

type StreamedLine = LogStreamResult['logStream']
type FoundLine = NonNullable<AppLogsResult['appLogs']>['nodes'][number]

/** The socket has the service in the context; everything else is the same. */
export function fromStream({ timestamp, level, message, context }: StreamedLine): LogLine {
  const { service, ...rest } = toContext(context)
  return {
    at: timestamp,
    level: toLevel(level),
    service: typeof service === 'string' ? service : '',
    message,
    context: rest,
  }
}

export function fromSearch({ timestamp, level, service, message, context }: FoundLine): LogLine {
  return { at: timestamp, level: toLevel(level), service, message, context: toContext(context) }
}

/** Lines have no id. Two that are equal in everything cannot be told apart, and are counted. */
export function keyOf({ at, level, service, message, context }: LogLine): string {
  return `${at} ${level} ${service} ${message} ${JSON.stringify(context)}`
}

/** The line that stands for lines that were dropped on the way; null if their number is not known. */
export function gapLine(at: string, dropped: number | null): LogLine {
  return { at, level: 'warn', service: '', message: 'gap', context: { dropped } }
}

/** How many lines a gap stands for, null if it is not known, and undefined if the line is not a gap. */
export function droppedAt({ message, context }: LogLine): number | null | undefined {
  if (message !== 'gap' || !('dropped' in context)) return undefined
  const { dropped } = context
  return typeof dropped === 'number' ? dropped : null
}

function toContext(context: unknown): LogContext {
  return typeof context === 'object' && context !== null ? (context as LogContext) : {}
}

function toLevel(level: string): LogLevel {
  const name = level.toLowerCase()
  return logLevels.find((known) => known === name) ?? 'info'
}
