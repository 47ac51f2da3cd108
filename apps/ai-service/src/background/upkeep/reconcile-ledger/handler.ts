import { type ReconciliationDeps, reconcile } from '@gatehouse/credits/reconcile'
import { purgeReports, storeReport } from '@gatehouse/credits/reconciliation-reports'
import { hasDrift } from '@gatehouse/credits/reconciliation-report'
import type { Ids } from '@gatehouse/runtime/ids'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import { reconcileLedgerTask } from './contract.ts'

export type ReconcileLedgerDeps = ReconciliationDeps & { ids: Ids }

/** What it freezes stays frozen when it is done twice; what it has added up it does not read again. */
export function reconcileLedgerHandler({ ids, ...deps }: ReconcileLedgerDeps): HandledKind {
  return handleTask(reconcileLedgerTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      const report = await reconcile(deps, { onDay: () => signal.throwIfAborted() })
      return async (tx) => {
        await storeReport(ids, tx, report)
        const purged = await purgeReports(tx)
        const outcome = { has_drift: hasDrift(report), took_ms: Math.round(report.tookMs), purged }
        deps.logger.info('the ledger was reconciled', outcome)
        return outcome
      }
    },
  })
}
