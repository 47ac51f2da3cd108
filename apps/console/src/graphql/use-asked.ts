import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useConsole } from '../console-context.ts'
import type { ConsoleFault } from './console-fault.ts'
import type { CompanyTopic } from './live-events.ts'
import type { Operation } from './operation.ts'

export type AskedOptions = {
  /** Changes that make the answer outdated. They need a variable companyId. */
  topics?: readonly CompanyTopic[]
  isEnabled?: boolean
  /** Asks again at this interval while the page is visible: for what no event announces. */
  pollMs?: number | undefined
}

/** The answer to a query, kept current. While variables change, the former answer stays. */
export function useAsked<Result, Variables extends Readonly<Record<string, unknown>>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { topics = [], isEnabled = true, pollMs }: AskedOptions = {},
): UseQueryResult<Result, ConsoleFault> {
  const { ask } = useConsole()
  return useQuery<Result, ConsoleFault>({
    queryKey: [operation.name, variables],
    queryFn: ({ signal }) => ask(operation, variables, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs ?? false,
    meta: { topics, companyId: variables['companyId'] },
  })
}
