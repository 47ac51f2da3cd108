import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type FeedState, type LogFeed, createLogFeed } from './live/create-log-feed.ts'
import { type LogStore, createLogStore } from './live/log-store.ts'
import type { LogsSearch } from './logs-search.ts'

export type Logs = { store: LogStore; feed: LogFeed; state: FeedState }

/** The live log with these filters. It is drawn again at most once per frame. */
export function useLogs(search: LogsSearch): Logs {
  const { ask, session } = useConsole()
  const [{ store, feed }] = useState(() => {
    const lines = createLogStore({
      onNextFrame: (work) => void window.requestAnimationFrame(work),
      now: () => new Date(),
    })
    return { store: lines, feed: createLogFeed({ ask, session, store: lines }) }
  })
  const filters = JSON.stringify(search)
  useEffect(() => feed.setSearch(JSON.parse(filters) as LogsSearch), [feed, filters])
  useEffect(() => feed.start(), [feed])
  useSyncExternalStore(store.subscribe, store.version)
  return { store, feed, state: useSyncExternalStore(feed.subscribe, feed.state) }
}
