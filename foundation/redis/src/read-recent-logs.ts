// Searches the log lines that Redis still holds, newest first. A search may find nothing in a million lines, so each
// call reads a limited number of lines and returns the position at which the next call continues.
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type LogEntry, type LogLevel, logLevels } from '@gatehouse/telemetry/create-logger'
import { recentErrorsStream, recentLogsStream } from './create-log-sink.ts'
import type { RedisClient } from './redis-client.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    redis: 'redis.unreachable'
  }
}

export type LogSearch = {
  /** Minimum level. */
  level?: LogLevel | undefined
  service?: string | undefined
  /** Text to find in the message or the context, ignoring case. */
  text?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  /** Position at which the previous page ended. */
  before?: LogPosition | undefined
  limit: number
}

/** A line within a message of the stream. */
export type LogPosition = { messageId: string; line: number }

export type LogPage = {
  /** In order of arrival, latest first. */
  entries: LogEntry[]
  /** Where the next page continues; undefined if there are no older lines. */
  next: LogPosition | undefined
  linesSeen: number
}

export type RecentLogs = {
  search(query: LogSearch): Promise<LogPage>
  /** Searches errors only, which are kept for longer. */
  searchErrors(query: LogSearch): Promise<LogPage>
}

// What a busy service writes in a second; reading it takes a few tens of milliseconds.
const linesSeenMax = 20_000
const searchMsMax = 500
// A message is written shortly after its lines, or minutes later if Redis was unreachable; clocks differ as well.
const slackMs = 5 * 60_000
const linesPerReadWanted = 500
const messagesPerReadMax = 200
const messagesPerReadMin = 10

export function createRecentLogs(deps: { redis: RedisClient; clock: Clock }): RecentLogs {
  return {
    search: (query) => searchStream(deps, recentLogsStream, query),
    searchErrors: (query) => searchStream(deps, recentErrorsStream, query),
  }
}

async function searchStream(
  { redis, clock }: { redis: RedisClient; clock: Clock },
  stream: string,
  query: LogSearch,
): Promise<LogPage> {
  const matches = createMatcher(query)
  const startedMs = clock.monotonicMs()
  const oldest = query.fromMs === undefined ? '-' : toMessageId(query.fromMs - slackMs)
  let newest = query.before?.messageId ?? (query.toMs === undefined ? '+' : toMessageId(query.toMs + slackMs))
  let count = messagesPerReadMin
  const page: LogPage = { entries: [], next: undefined, linesSeen: 0 }
  for (;;) {
    const messages = await readMessages(redis, stream, { newest, oldest, count })
    const seenBefore = page.linesSeen
    for (const [messageId, lines] of messages) {
      const stoppedAt = searchMessage({ messageId, lines }, query, { matches, page })
      if (stoppedAt !== undefined) return { ...page, next: { messageId, line: stoppedAt } }
    }
    const last = messages.at(-1)
    if (!last || messages.length < count) return page
    if (clock.monotonicMs() - startedMs > searchMsMax)
      return { ...page, next: { messageId: last[0], line: 0 } }
    newest = `(${last[0]}`
    count = nextCount(messages.length, page.linesSeen - seenBefore)
  }
}

/** A message id begins with the time of its arrival, which is never before 1970. */
function toMessageId(timeMs: number): string {
  return String(Math.max(0, timeMs))
}

/** Returns the line at which the page became full or the read limit was reached. */
function searchMessage(
  { messageId, lines }: { messageId: string; lines: readonly string[] },
  { before, limit }: LogSearch,
  { matches, page }: { matches: Matcher; page: LogPage },
): number | undefined {
  const end = before?.messageId === messageId ? Math.min(before.line, lines.length) : lines.length
  for (let line = end - 1; line >= 0; line -= 1) {
    page.linesSeen += 1
    const entry = matches(lines[line] ?? '')
    if (entry) page.entries.push(entry)
    if (page.entries.length >= limit || page.linesSeen >= linesSeenMax) return line
  }
  return undefined
}

/**
 * A message holds one line in a quiet service and a hundred in a busy one, so the number of messages per read adapts to
 * fetch about `linesPerReadWanted` lines.
 */
function nextCount(messages: number, lines: number): number {
  const wanted = Math.floor((linesPerReadWanted * messages) / Math.max(1, lines))
  return Math.min(messagesPerReadMax, Math.max(messagesPerReadMin, wanted))
}

type Messages = [messageId: string, lines: string[]][]

async function readMessages(
  redis: RedisClient,
  stream: string,
  { newest, oldest, count }: { newest: string; oldest: string; count: number },
): Promise<Messages> {
  try {
    const found = await redis.xrevrange(stream, newest, oldest, 'COUNT', count)
    return found.map(([id, fields]) => [id, (fields[1] ?? '').split('\n')])
  } catch (cause) {
    throw new Fault({
      kind: 'unavailable',
      code: 'redis.unreachable',
      publicMessage: 'The log cannot be read because Redis is unreachable. Try again shortly.',
      cause,
      retryAfterMs: 1_000,
    })
  }
}

type Matcher = (line: string) => LogEntry | undefined

/** Rejects most lines by a text comparison, because parsing them would take longer than everything else. */
function createMatcher({ level, service, text, fromMs, toMs }: LogSearch): Matcher {
  const heads = logLevels.slice(level ? logLevels.indexOf(level) : 0).map((each) => `{"level":"${each}"`)
  const wanted = text?.toLowerCase()
  const written = wanted === undefined ? '' : JSON.stringify(wanted).slice(1, -1)
  return (line) => {
    if (!heads.some((head) => line.startsWith(head))) return undefined
    if (written !== '' && !line.toLowerCase().includes(written)) return undefined
    const entry = parseEntry(line)
    if (!entry || (service !== undefined && entry.service !== service)) return undefined
    const atMs = Date.parse(entry.timestamp)
    if ((fromMs !== undefined && atMs < fromMs) || (toMs !== undefined && atMs > toMs)) return undefined
    if (wanted === undefined || entry.message.toLowerCase().includes(wanted)) return entry
    return JSON.stringify(entry.context ?? {})
      .toLowerCase()
      .includes(written)
      ? entry
      : undefined
  }
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    // A line that another program wrote, or a truncated one; the search continues with the rest.
    return undefined
  }
}
