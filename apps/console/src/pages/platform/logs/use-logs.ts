import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type FeedState, type LogFeed, createLogFeed } from './live/create-log-feed.ts'
import { type LogStore, createLogStore } from './live/log-store.ts'
import type { LogsSearch } from './logs-search.ts'

export type Logs = { store: LogStore; feed: LogFeed; state: FeedState }

/** Services write to the log every tenth of a second, so drawing it more often shows no line sooner. */
const drawEveryMs = 100

/** Plans work for a frame: the next one, or the first after the interval since the frame before. */
function createPacedFrames(): (work: () => void) => void {
  let drawnMs = Number.NEGATIVE_INFINITY
  return (work) => {
    const waitMs = Math.max(0, drawnMs + drawEveryMs - performance.now())
    window.setTimeout(() => {
      window.requestAnimationFrame((nowMs) => {
        drawnMs = nowMs
        work()
      })
    }, waitMs)
  }
}

/** The live log with these filters. */
export function useLogs(search: LogsSearch): Logs {
  const { ask, session } = useConsole()
  const [{ store, feed }] = useState(() => {
    const lines = createLogStore({
      onNextFrame: createPacedFrames(),
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
