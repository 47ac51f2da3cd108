import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { countTermsHandler } from './count-terms/handler.ts'
import { keepScoreLogHandler } from './keep-score-log/handler.ts'
import { maintainPartitionsHandler } from './maintain-partitions/handler.ts'
import { purgeAnswersHandler } from './purge-answers/handler.ts'
import { sweepBatchesHandler } from './sweep-batches/handler.ts'
import { sweepOperationsHandler } from './sweep-operations/handler.ts'

/** What is done by the clock, once whatever the number of processes. */
export function openUpkeep(deps: { postgres: Postgres; clock: Clock; logger: Logger }): HandledKind[] {
  return [
    maintainPartitionsHandler(deps),
    keepScoreLogHandler(deps),
    countTermsHandler(deps),
    sweepBatchesHandler(deps),
    sweepOperationsHandler(deps),
    purgeAnswersHandler(deps),
  ]
}
