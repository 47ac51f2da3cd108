import sonicBoom from 'sonic-boom'
import { describeError } from './describe-error.ts'
import { cutText, redactText, writeFields } from './redact.ts'

/**
 * One log line as it is written to stdout and to Redis. The backend's GraphQL subscription `logStream` forwards the
 * first four fields.
 */
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

export type Logger = {
  debug(message: string, context?: LogContext): void
  info(message: string, context?: LogContext): void
  warn(message: string, context?: LogContext): void
  error(message: string, context?: LogContext): void
  fatal(message: string, context?: LogContext): void
  /** Returns a logger whose entries all carry these fields. */
  with(context: LogContext): Logger
}

export type LogContext = Readonly<Record<string, unknown>> & { error?: unknown }

export type LoggerOptions = {
  service: string
  level: LogLevel
  sinks: readonly LogSink[]
}

/** Writes structured JSON, one line per entry, redacted before it reaches any sink. */
export function createLogger({ service, level, sinks }: LoggerOptions): Logger {
  const least = logLevels.indexOf(level)
  const ofService = `,"service":${JSON.stringify(service)},"context":`
  const timestamp = createTimestamps()
  const writers = logLevels.map((name, place) => {
    if (place < least) return undefined
    const head = `{"level":"${name}","timestamp":"`
    return (message: string, bound: LogContext, context: LogContext) => {
      const fields = writeContext(bound, context)
      const line = `${head}${timestamp()}"${ofService}{${fields}},"message":${JSON.stringify(cutText(message))}}\n`
      const redacted = redactText(line)
      for (const sink of sinks) sink.write(redacted)
    }
  })
  const [debug, info, warn, error, fatal] = writers
  return new ContextLogger({ debug, info, warn, error, fatal }, {})
}

/**
 * Caches the formatted time: many lines of a busy service fall into the same millisecond, and formatting a date takes
 * as long as writing the line.
 */
function createTimestamps(): () => string {
  let lastMs = Number.NaN
  let written = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      written = new Date(nowMs).toISOString()
    }
    return written
  }
}

// Lines are gathered: a system call per line would cost a busy service more than the line itself.
const gatheredLength = 65_536
const gatheredForMs = 50
const waitingBytesMax = 16 * 1024 * 1024
// A reader that is stuck must not keep a process from ending.
const flushMsMax = 1_000

/**
 * Writes without blocking the event loop. If the reader is stuck and more than 16 MiB are waiting, lines are dropped:
 * losing logs is acceptable, running out of memory is not.
 */
export function createStdoutSink(): LogSink & { flush(): Promise<void> } {
  // The stream gets whole blocks: with every line that it gathers itself it would copy all lines before it.
  const stream = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: waitingBytesMax })
  let gathered = ''
  let isWritePlanned = false
  let isClosed = false
  // A closed pipe (`gatehouse dev | head`) is not a reason to crash.
  stream.on('error', () => (isClosed = true))
  function writeGathered(): void {
    const block = gathered
    gathered = ''
    if (block !== '' && !isClosed) stream.write(block)
  }
  return {
    write(line) {
      gathered += line
      if (gathered.length >= gatheredLength) writeGathered()
      if (isWritePlanned) return
      isWritePlanned = true
      setTimeout(() => {
        isWritePlanned = false
        writeGathered()
      }, gatheredForMs).unref()
    },
    async flush() {
      writeGathered()
      // Asynchronously first, which reports a closed pipe: the synchronous write would retry it forever.
      const isWritten = await new Promise<boolean>((resolve) => {
        const limit = setTimeout(() => resolve(false), flushMsMax)
        stream.flush(() => {
          clearTimeout(limit)
          resolve(!isClosed)
        })
      })
      if (isWritten) stream.flushSync()
    },
  }
}

/** One per level; undefined for the levels that are not written. */
type Writers = Readonly<Record<LogLevel, WriteLine | undefined>>
type WriteLine = (message: string, bound: LogContext, context: LogContext) => void

const noContext: LogContext = {}

/**
 * A class rather than an object of closures, because a logger is created for every request and few of its methods are
 * ever called.
 */
class ContextLogger implements Logger {
  readonly #writers: Writers
  readonly #bound: LogContext

  constructor(writers: Writers, bound: LogContext) {
    this.#writers = writers
    this.#bound = bound
  }

  debug(message: string, context: LogContext = noContext): void {
    this.#writers.debug?.(message, this.#bound, context)
  }

  info(message: string, context: LogContext = noContext): void {
    this.#writers.info?.(message, this.#bound, context)
  }

  warn(message: string, context: LogContext = noContext): void {
    this.#writers.warn?.(message, this.#bound, context)
  }

  error(message: string, context: LogContext = noContext): void {
    this.#writers.error?.(message, this.#bound, context)
  }

  fatal(message: string, context: LogContext = noContext): void {
    this.#writers.fatal?.(message, this.#bound, context)
  }

  with(context: LogContext): Logger {
    return new ContextLogger(this.#writers, { ...this.#bound, ...context })
  }
}

function writeContext(bound: LogContext, context: LogContext): string {
  const before = writeFields(withError(bound), context)
  const own = writeFields(withError(context))
  return before === '' || own === '' ? before + own : `${before},${own}`
}

function withError(context: LogContext): LogContext {
  return context.error === undefined ? context : { ...context, error: describeError(context.error) }
}
