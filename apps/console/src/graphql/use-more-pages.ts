// The later pages of a list whose first page came with another answer, so that a page with several lists needs one
// request to be drawn.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole } from '../console-context.ts'
import type { ConsoleFault } from './console-fault.ts'
import type { Operation } from './operation.ts'
import type { Connection, MoreRows, PageVariables } from './use-asked-pages.ts'

type MoreOptions<Result, Row> = { first: Connection<Row>; read: (result: Result) => Connection<Row> }

export function useMorePages<Result, Variables extends PageVariables, Row>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { first, read }: MoreOptions<Result, Row>,
) {
  const { ask } = useConsole()
  const [isWanted, setWanted] = useState(false)
  const asked = useInfiniteQuery<
    Connection<Row>,
    ConsoleFault,
    Connection<Row>[],
    readonly unknown[],
    string | null
  >({
    // Pages that follow another first page are other pages.
    queryKey: [operation.name, variables, first.endCursor],
    queryFn: async ({ signal, pageParam }) =>
      read(await ask(operation, { ...variables, after: pageParam }, signal)),
    initialPageParam: first.endCursor,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
    select: ({ pages }) => pages,
    enabled: isWanted && first.hasNextPage,
  })
  const pages = asked.data ?? []
  const hasMore = (pages.at(-1) ?? first).hasNextPage
  const load = () => (isWanted ? void asked.fetchNextPage() : setWanted(true))
  const more: MoreRows = {
    isLoadingMore: asked.isFetching,
    onEnd: hasMore && !asked.isFetching && !asked.error ? load : undefined,
    moreFault: asked.error ?? undefined,
    onRetryMore: () => void (pages.length === 0 ? asked.refetch() : asked.fetchNextPage()),
  }
  return { rows: [...first.nodes, ...pages.flatMap(({ nodes }) => nodes)], hasMore, ...more }
}
