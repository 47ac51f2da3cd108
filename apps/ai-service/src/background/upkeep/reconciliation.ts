// Reconciliation as a task. It has its own connections, because its statements may take minutes, and compares everything that
// this deployment has configured.
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { openInbox } from '@gatehouse/billing/open-billing'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { type ReconciliationDeps, reconcile } from '@gatehouse/credits/reconcile'
import { ledgerOf, readStandby } from '@gatehouse/credits/ledger-reads'
import { reconcileLedgerTask } from '@gatehouse/credits/reconcile-ledger-task'
import { hasDrift } from '@gatehouse/credits/reconciliation-report'
import { purgeReports, readLastReport, storeReport } from '@gatehouse/credits/reconciliation-reports'
import { watchDrift } from '@gatehouse/credits/watch-drift'
import { listHolds } from '@gatehouse/limits/stored-holds'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Tables } from '@gatehouse/schema/tables'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { AiServiceConfig } from '../../config.ts'

export type ReconciliationParts = Pick<
  ServiceResources,
  'clock' | 'ids' | 'logger' | 'metrics' | 'redis' | 'shards'
>

// A day of calls may be a hundred million rows.
const statementMsMax = 900_000

export function openReconciliation(
  { clock, ids, logger, metrics, shards: requests, redis }: ReconciliationParts,
  {
    postgres: { url },
    payments,
    reconciliationUrl,
  }: Pick<AiServiceConfig, 'postgres' | 'payments' | 'reconciliationUrl'>,
  scope: AsyncDisposableStack,
): HandledKind {
  const open = (server: Secret, applicationName: string) => {
    const opened = createPostgres({
      url: server,
      applicationName,
      poolSizeMax: 2,
      connectTimeoutMs: 5_000,
      queryTimeoutMs: statementMsMax,
      logger,
      metrics,
    })
    scope.defer(() => opened.close())
    return opened
  }
  const primary = open(url, 'gatehouse ai-service reconciliation')
  const standby = reconciliationUrl && open(reconciliationUrl, 'gatehouse ai-service reconciliation standby')
  const reads = standby && readStandby({ primary, standby, clock })
  scope.adopt(
    watchDrift({ clock, metrics, readReport: () => readLastReport(requests.directory) }),
    ({ close }) => close(),
  )
  const databases = oneShard(createDatabase<Tables>(primary))
  const provider =
    payments && openInbox({ databases, clock, ids, logger, settings: payments }).events.provider
  return reconcileLedgerHandler({
    clock,
    ids,
    logger,
    ledger: createLedgerInspector({ shards: oneShard(ledgerOf(primary, reads)), ids }),
    listHolds: () => listHolds(redis),
    inspectPayments: createInspectPayments({ postgres: primary, clock, provider }),
  })
}

type ReconcileLedgerDeps = ReconciliationDeps & { ids: Ids }

/** Safe to repeat: frozen companies stay frozen, and days that were summed are not read again. */
function reconcileLedgerHandler({ ids, ...deps }: ReconcileLedgerDeps): HandledKind {
  return handleTask(reconcileLedgerTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      const report = await reconcile(deps, { onDay: () => signal.throwIfAborted() })
      return async (tx) => {
        await storeReport(ids, tx, report)
        const purged = await purgeReports(tx)
        const outcome = { has_drift: hasDrift(report), took_ms: Math.round(report.tookMs), purged }
        deps.logger.info('ledger reconciled', outcome)
        return outcome
      }
    },
  })
}
