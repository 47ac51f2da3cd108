import { sweepBatches } from '@gatehouse/matching/sweep-batches'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import { sweepBatchesTask } from './contract.ts'

/** What it does is the same when it is done twice, so it needs no effect of its own. */
export function sweepBatchesHandler({ postgres }: { postgres: Postgres }): HandledKind {
  return handleTask(sweepBatchesTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      while (!signal.aborted && (await sweepBatches(postgres)));
      return undefined
    },
  })
}
