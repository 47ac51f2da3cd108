/** One log line as it is written to stdout and to Redis; `logStream` forwards the first four fields. */
export type LogEntry = {
  timestamp: string
  level: LogLevel
  message: string
  context: Readonly<Record<string, unknown>>
  service: string
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

/** Receives finished, redacted lines. It must never throw and never block. */
export type LogSink = { write(line: string): void }
