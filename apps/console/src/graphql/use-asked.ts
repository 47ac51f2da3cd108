import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useConsole } from '../console-context.ts'
import type { ConsoleFault } from './console-fault.ts'
import type { CompanyTopic } from './live-events.ts'
import type { Operation } from './operation.ts'

export type AskedOptions = {
  /** Changes that make the answer outdated. They need a variable companyId. */
  topics?: readonly CompanyTopic[]
  isEnabled?: boolean
}

/** The answer to a query, kept current. While variables change, the former answer stays. */
export function useAsked<Result, Variables extends Readonly<Record<string, unknown>>>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { topics = [], isEnabled = true }: AskedOptions = {},
): UseQueryResult<Result, ConsoleFault> {
  const { ask } = useConsole()
  return useQuery<Result, ConsoleFault>({
    queryKey: [operation.name, variables],
    queryFn: ({ signal }) => ask(operation, variables, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { topics, companyId: variables['companyId'] },
  })
}
