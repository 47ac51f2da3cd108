import { type Logger as PinoLogger, destination, pino } from 'pino'
import { describeError } from './describe-error.ts'
import type { LogLevel, LogSink } from './log-entry.ts'
import { cutText, redactFields, redactText } from './redact.ts'

export type Logger = {
  debug(message: string, context?: LogContext): void
  info(message: string, context?: LogContext): void
  warn(message: string, context?: LogContext): void
  error(message: string, context?: LogContext): void
  fatal(message: string, context?: LogContext): void
  /** A logger whose every entry carries these fields. */
  with(context: LogContext): Logger
}

export type LogContext = Readonly<Record<string, unknown>> & { error?: unknown }

export type LoggerOptions = {
  service: string
  level: LogLevel
  sinks: readonly LogSink[]
}

/** Structured JSON, one line per entry, redacted before any sink sees it. */
export function createLogger({ service, level, sinks }: LoggerOptions): Logger {
  const fanOut = {
    write(line: string) {
      const redacted = redactText(line)
      for (const sink of sinks) sink.write(redacted)
    },
  }
  const options = {
    level,
    base: { service },
    messageKey: 'message',
    timestamp: createTimestamps(),
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return new ContextLogger(pino(options, fanOut), {})
}

/** Many lines of a busy service fall into the same millisecond, and writing out a date takes as long as the line. */
function createTimestamps(): () => string {
  let lastMs = Number.NaN
  let written = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      written = `,"timestamp":"${new Date(nowMs).toISOString()}"`
    }
    return written
  }
}

// A write to the system for every line would cost a busy service more than the line itself.
const gatheredBytes = 8_192
const gatheredForMs = 50

/**
 * Writes without blocking the event loop; an entry that a stuck reader would make us keep beyond 16 MiB is
 * dropped, because a log may be lost and a process that runs out of memory may not.
 */
export function createStdoutSink(): LogSink & { flush(): void } {
  const stream = destination({ dest: 1, sync: false, minLength: gatheredBytes, maxLength: 16 * 1024 * 1024 })
  let isFlushPlanned = false
  // A closed pipe (`gatehouse dev | head`) is not a reason to crash.
  stream.on('error', () => undefined)
  return {
    write(line) {
      stream.write(line)
      if (isFlushPlanned) return
      isFlushPlanned = true
      setTimeout(() => {
        isFlushPlanned = false
        stream.flush()
      }, gatheredForMs).unref()
    },
    flush() {
      try {
        stream.flushSync()
      } catch {
        // The descriptor is gone or was never ready: there is nobody left to read.
      }
    },
  }
}

/** A class, because every request has one of its own and hardly any uses more than one of its methods. */
class ContextLogger implements Logger {
  readonly #inner: PinoLogger
  readonly #bound: LogContext

  constructor(inner: PinoLogger, bound: LogContext) {
    this.#inner = inner
    this.#bound = bound
  }

  debug(message: string, context?: LogContext): void {
    this.#write('debug', message, context)
  }

  info(message: string, context?: LogContext): void {
    this.#write('info', message, context)
  }

  warn(message: string, context?: LogContext): void {
    this.#write('warn', message, context)
  }

  error(message: string, context?: LogContext): void {
    this.#write('error', message, context)
  }

  fatal(message: string, context?: LogContext): void {
    this.#write('fatal', message, context)
  }

  with(context: LogContext): Logger {
    return new ContextLogger(this.#inner, { ...this.#bound, ...context })
  }

  #write(level: LogLevel, message: string, context: LogContext | undefined): void {
    if (!this.#inner.isLevelEnabled(level)) return
    this.#inner[level]({ context: prepare({ ...this.#bound, ...context }) }, cutText(message))
  }
}

function prepare(context: LogContext): Record<string, unknown> {
  const fields = context.error === undefined ? context : { ...context, error: describeError(context.error) }
  return redactFields(fields)
}
