import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { countSampledTerms } from '@gatehouse/vocabulary/term-counts'
import { countTermsTask } from './contract.ts'

/** The new counts are there with the end of the task, or the old ones stay. */
export function countTermsHandler({ logger }: { logger: Logger }): HandledKind {
  return handleTask(countTermsTask, {
    concurrencyMax: 1,
    async work() {
      return async (tx) => {
        const counted = await countSampledTerms(tx)
        logger.info('terms were counted', counted)
        return counted
      }
    },
  })
}
