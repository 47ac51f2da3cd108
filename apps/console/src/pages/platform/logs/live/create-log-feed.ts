// Brings lines into the store: new ones from the socket, those before them and those of a seam from the search.
import type { Ask } from '../../../../graphql/create-ask.ts'
import { ConsoleFault, toConsoleFault } from '../../../../graphql/console-fault.ts'
import type { Session } from '../../../../session/create-session.ts'
import { type AppLogsResult, appLogs } from '../logs.generated.ts'
import type { LogsSearch } from '../logs-search.ts'
import { followLogs } from './follow-logs.ts'
import { createLogFilter, searchVariables } from './log-filter.ts'
import { type LogLine, fromSearch, gapLine } from './log-line.ts'
import type { LogStore } from './log-store.ts'

export type FeedState = {
  connection: 'connecting' | 'live' | 'lost'
  /** What is known of the lines before the first one that is shown. */
  past:
    | { kind: 'searching' }
    | { kind: 'more'; cursor: string; searchedTo: string | null }
    | { kind: 'end' }
    | { kind: 'full' }
    | { kind: 'failed'; fault: ConsoleFault }
}

export type LogFeed = {
  state: () => FeedState
  subscribe: (listener: () => void) => () => void
  setSearch: (search: LogsSearch) => void
  lookBack: () => Promise<void>
  start: () => () => void
}

type FeedDeps = {
  ask: Ask
  session: Pick<Session, 'token' | 'state' | 'subscribe'>
  store: LogStore
}

type FoundPage = NonNullable<AppLogsResult['appLogs']>

/** A seam with more pages than these becomes a gap. */
const seamPagesMax = 10
/** Services write to the log every tenth of a second, and their clocks differ. */
const seamSlackMs = 2_000

type Feed = FeedDeps & {
  listeners: Set<() => void>
  state: FeedState
  search: LogsSearch
  /** Ends the searches of a filter that has been replaced. */
  running: AbortController
}

export function createLogFeed(deps: FeedDeps): LogFeed {
  const feed: Feed = {
    ...deps,
    listeners: new Set(),
    state: { connection: 'connecting', past: { kind: 'searching' } },
    search: {},
    running: new AbortController(),
  }
  return {
    state: () => feed.state,
    subscribe(listener) {
      feed.listeners.add(listener)
      return () => feed.listeners.delete(listener)
    },
    setSearch(search) {
      feed.search = search
      // Before the socket is open, a line could be written after the search and before the first live line.
      if (feed.state.connection !== 'connecting') void begin(feed)
    },
    lookBack: () => lookBack(feed),
    start: () =>
      followLogs({
        session: feed.session,
        onLine: feed.store.add,
        onConnected: (isSeam) => connect(feed, 'live', isSeam),
        onLost: () => connect(feed, 'lost', false),
      }),
  }
}

function change(feed: Feed, part: Partial<FeedState>): void {
  feed.state = { ...feed.state, ...part }
  for (const listener of feed.listeners) listener()
}

function connect(feed: Feed, connection: 'live' | 'lost', isSeam: boolean): void {
  const isFirst = feed.state.connection === 'connecting'
  change(feed, { connection })
  if (isFirst) void begin(feed)
  else if (isSeam) void closeSeam(feed)
}

async function readPage(
  { ask, search, running: { signal } }: Feed,
  variables: { after?: string | null; from?: string },
): Promise<FoundPage> {
  const { appLogs: page } = await ask(appLogs, { ...searchVariables(search), ...variables }, signal)
  signal.throwIfAborted()
  // The field is null if the service that searches does not respond.
  if (!page) throw new ConsoleFault('', { code: 'UNAVAILABLE' })
  return page
}

/** A search whose filter has been replaced has no effect. */
async function run(
  { running: { signal } }: Feed,
  work: () => Promise<void>,
  onFault: (fault: ConsoleFault) => void,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!signal.aborted) onFault(toConsoleFault(thrown))
  }
}

function begin(feed: Feed): Promise<void> {
  const { store } = feed
  feed.running.abort()
  feed.running = new AbortController()
  store.reset(createLogFilter(feed.search))
  store.hold()
  change(feed, { past: { kind: 'searching' } })
  return run(
    feed,
    async () => {
      const page = await readPage(feed, {})
      store.release(page.nodes.map(fromSearch))
      change(feed, { past: pastOf(page) })
    },
    (fault) => {
      store.release([])
      change(feed, { past: { kind: 'failed', fault } })
    },
  )
}

/** Adds what was written between two sockets. */
function closeSeam(feed: Feed): Promise<void> {
  const { store } = feed
  const last = store.ring.at(store.ring.length() - 1)
  if (!last) return begin(feed)
  const from = new Date(Date.parse(last.at) - seamSlackMs).toISOString()
  store.hold()
  return run(
    feed,
    async () => store.release(await readSeam(feed, from)),
    () => store.release([gapLine(last.at, null)]),
  )
}

async function readSeam(feed: Feed, from: string): Promise<LogLine[]> {
  const found: LogLine[] = []
  let after: string | null = null
  for (let page = 0; page < seamPagesMax; page += 1) {
    const { nodes, endCursor, hasNextPage }: FoundPage = await readPage(feed, { from, after })
    found.push(...nodes.map(fromSearch))
    if (!hasNextPage) return found
    after = endCursor
  }
  return [...found, gapLine(found.at(-1)?.at ?? from, null)]
}

async function lookBack(feed: Feed): Promise<void> {
  const { past } = feed.state
  if (past.kind === 'failed') return begin(feed)
  if (past.kind !== 'more') return
  change(feed, { past: { kind: 'searching' } })
  await run(
    feed,
    async () => {
      const page = await readPage(feed, { after: past.cursor })
      const lines = page.nodes.map(fromSearch).filter(createLogFilter(feed.search))
      const isFull = feed.store.addOlder(lines) < lines.length
      change(feed, { past: isFull ? { kind: 'full' } : pastOf(page) })
    },
    (fault) => change(feed, { past: { kind: 'failed', fault } }),
  )
}

function pastOf({ hasNextPage, endCursor, searchedToTime }: FoundPage): FeedState['past'] {
  return hasNextPage && endCursor !== null
    ? { kind: 'more', cursor: endCursor, searchedTo: searchedToTime }
    : { kind: 'end' }
}
