import { QueryClient } from '@tanstack/react-query'
import { wordsOfFault } from './fault-words.ts'
import { toConsoleFault } from './console-fault.ts'

const retriesMax = 2

/** Only what can succeed without a change is repeated; everything else is shown immediately. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, thrown) => {
          const fault = toConsoleFault(thrown)
          return failures < retriesMax && fault.code !== 'RATE_LIMITED' && wordsOfFault(fault).canRetry
        },
        retryDelay: (failures) => 400 * 2 ** failures,
        throwOnError: false,
      },
    },
  })
}
