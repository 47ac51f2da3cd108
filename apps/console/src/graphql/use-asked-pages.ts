import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useConsole } from '../console-context.ts'
import type { ConsoleFault } from './console-fault.ts'
import type { Operation } from './operation.ts'
import type { AskedOptions } from './use-asked.ts'

export type Connection<Row> = { nodes: readonly Row[]; endCursor: string | null; hasNextPage: boolean }

export type PageVariables = Readonly<Record<string, unknown>> & { after?: string | null | undefined }

/** The pages of a list that were asked for so far. `first` is the answer to the first one. */
export type AskedPages<Result, Row> = { first: Result; rows: readonly Row[]; hasMore: boolean }

/** What a list needs to load its later pages. */
export type MoreRows = {
  isLoadingMore: boolean
  /** Undefined if there are no more, and after a fault, because the list would ask again and again. */
  onEnd: (() => void) | undefined
  moreFault: ConsoleFault | undefined
  onRetryMore: () => void
}

/** A list that is asked for page by page, by its cursor. `read` finds the list in an answer. */
export function useAskedPages<Result, Variables extends PageVariables, Row>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { read, topics = [], isEnabled = true }: AskedOptions & { read: (result: Result) => Connection<Row> },
) {
  const { ask } = useConsole()
  const asked = useInfiniteQuery<
    Result,
    ConsoleFault,
    AskedPages<Result, Row> | undefined,
    readonly unknown[],
    string | null
  >({
    queryKey: [operation.name, 'pages', variables],
    queryFn: ({ signal, pageParam }) => ask(operation, { ...variables, after: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: (last) => {
      const { hasNextPage, endCursor } = read(last)
      return hasNextPage ? endCursor : null
    },
    select: (data) => toPages(data, read),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { topics, companyId: variables['companyId'] },
  })
  return { asked: withoutMoreFault(asked), ...moreOf(asked) }
}

type MoreOf = Pick<
  UseInfiniteQueryResult<unknown, ConsoleFault>,
  'error' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
>

/** A later page that could not be loaded is a fault at the end of the list: the rows above it are complete. */
export function moreOf(asked: MoreOf): MoreRows {
  const { error, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = asked
  const load = () => void fetchNextPage()
  return {
    isLoadingMore: isFetchingNextPage,
    onEnd: hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? load : undefined,
    moreFault: isFetchNextPageError ? (error ?? undefined) : undefined,
    onRetryMore: load,
  }
}

function withoutMoreFault<Data>(asked: UseInfiniteQueryResult<Data, ConsoleFault>) {
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = asked
  const shown = asked.isFetchNextPageError ? null : error
  return { data, error: shown, isFetching, isPlaceholderData, dataUpdatedAt, refetch }
}

function toPages<Result, Row>(
  { pages }: InfiniteData<Result, string | null>,
  read: (result: Result) => Connection<Row>,
): AskedPages<Result, Row> | undefined {
  const [first] = pages
  const last = pages.at(-1)
  if (first === undefined || last === undefined) return undefined
  return { first, rows: pages.flatMap((page) => read(page).nodes), hasMore: read(last).hasNextPage }
}
