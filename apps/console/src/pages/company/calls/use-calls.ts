import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import type { ConsoleFault } from '../../../graphql/console-fault.ts'
import { type Span, spanOf } from '../../../time/periods.ts'
import { type CallsResult, calls, moreCalls, newCalls } from './calls.generated.ts'
import type { CallsSearch } from './calls-search.ts'

export type ListedCall = CallsResult['calls']['nodes'][number]
type CallsPart = { calls: CallsResult['calls']; first?: CallsResult }

/** The list, page by page. The first request also brings the histogram and what the filters offer. */
export function useCalls(companyId: string, search: CallsSearch) {
  const { ask } = useConsole()
  // The list ends where the reader began to read, until they ask for what has come since.
  const [nowMs, setNowMs] = useState(() => Date.now())
  const span = spanOf(search.period, nowMs)
  const variables = variablesOf(companyId, search, span)
  const asked = useInfiniteQuery<
    CallsPart,
    ConsoleFault,
    InfiniteData<CallsPart>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [calls.name, variables],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { to, buckets, ...filters } = variables
      if (pageParam !== undefined) return ask(moreCalls, { ...filters, after: pageParam }, signal)
      const first = await ask(calls, { ...filters, to, buckets }, signal)
      return { calls: first.calls, first }
    },
    getNextPageParam: ({ calls: { hasNextPage, endCursor } }) =>
      hasNextPage ? (endCursor ?? undefined) : undefined,
    // Rows do not move under the reader: useNewCalls counts what has come since.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  function renew(): void {
    setNowMs(Date.now())
    void asked.refetch()
  }
  return { asked, span, variables, renew }
}

function variablesOf(companyId: string, search: CallsSearch, { from, to, steps, endsNow }: Span) {
  const { keyId, model, status, reason } = search
  return {
    companyId,
    from: from.toISOString(),
    to: to.toISOString(),
    until: endsNow ? null : to.toISOString(),
    buckets: steps,
    keyId,
    model,
    status,
    reason,
  }
}

const newMax = 50

/** How many calls have come since the list was read. It is asked only after the backend reports a change. */
export function useNewCalls({ asked, variables, span }: ReturnType<typeof useCalls>): number {
  const { ask } = useConsole()
  const shown = new Set(asked.data?.pages[0]?.calls.nodes.map(({ id }) => id))
  const { companyId, from, keyId, model, status, reason } = variables
  const { data } = useQuery<readonly string[], ConsoleFault>({
    queryKey: [newCalls.name, variables, asked.dataUpdatedAt],
    queryFn: async ({ signal }) => {
      const found = await ask(newCalls, { companyId, from, keyId, model, status, reason }, signal)
      return found.calls.nodes.map(({ id }) => id)
    },
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: span.endsNow && asked.isSuccess,
    meta: { companyId, topics: ['CALLS'] },
  })
  const newest = asked.data?.pages[0]?.calls.nodes[0]?.id ?? ''
  // Only newer ones: the last of the fifty may be on a later page of the list.
  return Math.min(newMax, data.filter((id) => !shown.has(id) && id > newest).length)
}
