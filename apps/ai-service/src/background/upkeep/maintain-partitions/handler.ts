import { maintainPartitions } from '@gatehouse/calls/maintain-partitions'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { maintainPartitionsTask } from './contract.ts'

/** What it does is the same when it is done twice, so it needs no effect of its own. */
export function maintainPartitionsHandler(deps: {
  postgres: Postgres
  clock: Clock
  logger: Logger
}): HandledKind {
  return handleTask(maintainPartitionsTask, {
    concurrencyMax: 1,
    async work() {
      const { created, detached, strayRows, failures } = await maintainPartitions(deps)
      deps.logger.info('the partitions of calls were looked after', { created, detached })
      // A row that no week took: its id is of no time that we planned for.
      if (strayRows > 0n) deps.logger.error('calls lie outside of all weeks', { rows: Number(strayRows) })
      for (const { week, error } of failures)
        deps.logger.error('a week of calls was not looked after', { week, error })
      // The others are done; these are tried again soon.
      if (failures[0]) throw failures[0].error
      return undefined
    },
  })
}
