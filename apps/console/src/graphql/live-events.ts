// One socket for the whole tab. The backend sends only that something of a company changed, never what, so the queries
// that show it are asked again.
import type { QueryClient } from '@tanstack/react-query'
import { createClient } from 'graphql-ws'
import type { Session } from '../session/create-session.ts'
import { type CompanyEventsResult, companyEvents } from './live-events.generated.ts'

export type CompanyTopic = CompanyEventsResult['companyEvents']['topic']

export type LiveDeps = { session: Pick<Session, 'token'>; queries: QueryClient }

/** A query is not asked again by the first event of a socket if its answer is younger than this. */
const youngMs = 2_000

/** Keeps the company's queries current until the returned function is called. */
export function followCompany({ session, queries }: LiveDeps, companyId: string): () => void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  const client = createClient({
    url: `${scheme}://${window.location.host}/graphql`,
    // The token is sent in the first message: a browser cannot set headers on a socket.
    connectionParams: async () => ({ authorization: `Bearer ${(await session.token()) ?? ''}` }),
    retryAttempts: Number.MAX_SAFE_INTEGER,
    shouldRetry: () => true,
    retryWait: (retries) =>
      new Promise((resolve) => {
        window.setTimeout(resolve, retryMs(retries))
      }),
  })
  let stop = () => {}
  let isEnded = false
  let failures = 0
  // The client repeats a subscription whose socket was lost, but not one that the server ended or refused.
  function subscribe(): void {
    if (isEnded) return
    const again = () => window.setTimeout(subscribe, retryMs(failures++))
    stop = client.subscribe<CompanyEventsResult>(
      { query: companyEvents.text, operationName: companyEvents.name, variables: { companyId } },
      {
        next({ data }) {
          failures = 0
          // The first event of a subscription is READY: what was missed in between is asked again.
          if (data) refetch(queries, companyId, data.companyEvents.topic)
        },
        error: again,
        complete: again,
      },
    )
  }
  subscribe()
  return () => {
    isEnded = true
    stop()
    void client.dispose()
  }
}

function retryMs(retries: number): number {
  return Math.min(30_000, 500 * 2 ** Math.min(retries, 6)) * (0.5 + Math.random())
}

function refetch(queries: QueryClient, companyId: string, topic: CompanyTopic): void {
  void queries.invalidateQueries({
    predicate: ({ meta, state }) => {
      if (meta?.['companyId'] !== companyId) return false
      if (topic === 'READY') return Date.now() - state.dataUpdatedAt > youngMs
      const topics = meta['topics']
      return Array.isArray(topics) && topics.includes(topic)
    },
  })
}
