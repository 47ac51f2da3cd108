import { maintainScoreLog } from '@gatehouse/matching/maintain-score-log'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { keepScoreLogTask } from './contract.ts'

/** What it does is the same when it is done twice, so it needs no effect of its own. */
export function keepScoreLogHandler({
  postgres,
  logger,
}: {
  postgres: Postgres
  logger: Logger
}): HandledKind {
  return handleTask(keepScoreLogTask, {
    concurrencyMax: 1,
    async work() {
      const { created, dropped, failures } = await maintainScoreLog(postgres)
      logger.info('the log of scores was looked after', { created, dropped })
      for (const { month, error } of failures)
        logger.error('a month of the log of scores was not looked after', { month, error })
      // The others are done; these are tried again soon.
      if (failures[0]) throw failures[0].error
      return undefined
    },
  })
}
