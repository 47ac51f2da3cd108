// Looks back over the log lines that Redis still has, newest first. A search may find nothing in a million lines, so each
// call looks at a limited number of them and says where the next one goes on.
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type LogEntry, type LogLevel, logLevels } from '@gatehouse/telemetry/log-entry'
import type { Redis } from 'ioredis'
import { recentErrorsStream, recentLogsStream } from './create-log-sink.ts'

export type LogSearch = {
  /** This level and those above it. */
  level?: LogLevel | undefined
  service?: string | undefined
  /** Somewhere in the message or in the context, in whatever case. */
  text?: string | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  /** Where the page before has ended. */
  before?: LogPosition | undefined
  limit: number
}

/** A line of a message of the stream. */
export type LogPosition = { messageId: string; line: number }

export type LogPage = {
  /** In the order in which they came, the last first. */
  entries: LogEntry[]
  /** Where to go on; undefined if nothing older is left. */
  next: LogPosition | undefined
  linesSeen: number
}

export type RecentLogs = {
  search(query: LogSearch): Promise<LogPage>
  /** The same over errors alone, which are kept for longer. */
  searchErrors(query: LogSearch): Promise<LogPage>
}

// A second of a busy service, and a few tens of milliseconds of ours.
const linesSeenMax = 20_000
const seekMsMax = 500
// A message is written a moment after its lines, and after minutes when Redis was away; clocks differ, too.
const slackMs = 5 * 60_000
const linesPerReadWanted = 500
const messagesPerReadMax = 200
const messagesPerReadMin = 10

export function createRecentLogs(deps: { redis: Redis; clock: Clock }): RecentLogs {
  return {
    search: (query) => searchStream(deps, recentLogsStream, query),
    searchErrors: (query) => searchStream(deps, recentErrorsStream, query),
  }
}

async function searchStream(
  { redis, clock }: { redis: Redis; clock: Clock },
  stream: string,
  query: LogSearch,
): Promise<LogPage> {
  const matches = createMatcher(query)
  const startedMs = clock.monotonicMs()
  const oldest = query.fromMs === undefined ? '-' : String(Math.max(0, query.fromMs - slackMs))
  let newest = query.before?.messageId ?? (query.toMs === undefined ? '+' : String(query.toMs + slackMs))
  let count = messagesPerReadMin
  const page: LogPage = { entries: [], next: undefined, linesSeen: 0 }
  for (;;) {
    const messages = await readMessages(redis, stream, { newest, oldest, count })
    const seenBefore = page.linesSeen
    for (const [messageId, lines] of messages) {
      const stoppedAt = lookThrough({ messageId, lines }, query, { matches, page })
      if (stoppedAt !== undefined) return { ...page, next: { messageId, line: stoppedAt } }
    }
    const last = messages.at(-1)
    if (!last || messages.length < count) return page
    if (clock.monotonicMs() - startedMs > seekMsMax) return { ...page, next: { messageId: last[0], line: 0 } }
    newest = `(${last[0]}`
    count = nextCount(messages.length, page.linesSeen - seenBefore)
  }
}

/** The line at which the page was full, or enough was looked at. */
function lookThrough(
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

/** Messages have one line in a quiet service and a hundred in a busy one; a read should have neither ten nor a million. */
function nextCount(messages: number, lines: number): number {
  const wanted = Math.floor((linesPerReadWanted * messages) / Math.max(1, lines))
  return Math.min(messagesPerReadMax, Math.max(messagesPerReadMin, wanted))
}

type Messages = [messageId: string, lines: string[]][]

async function readMessages(
  redis: Redis,
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
      publicMessage: 'The log cannot be read because Redis does not answer. Try again shortly.',
      cause,
      retryAfterMs: 1_000,
    })
  }
}

type Matcher = (line: string) => LogEntry | undefined

/** Most lines are turned away by what they look like, because parsing them takes longer than all the rest. */
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
    // Somebody else's, or cut: no reason to refuse the rest.
    return undefined
  }
}
