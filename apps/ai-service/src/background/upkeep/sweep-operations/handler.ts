import { sweepOperations } from '@gatehouse/operations/operation-counts'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import { sweepOperationsTask } from './contract.ts'

/** What it does is the same when it is done twice, so it needs no effect of its own. */
export function sweepOperationsHandler({ postgres }: { postgres: Postgres }): HandledKind {
  return handleTask(sweepOperationsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      while (!signal.aborted && (await sweepOperations(postgres)));
      return undefined
    },
  })
}
