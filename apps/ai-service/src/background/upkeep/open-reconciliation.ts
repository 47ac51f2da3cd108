// Reconciliation as a task: on connections of its own, because its statements may take minutes, and with all that this
// deployment lets it compare.
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { openInbox } from '@gatehouse/billing/open-billing'
import { createLedgerInspector } from '@gatehouse/credits/ledger-inspector'
import { readLastReport } from '@gatehouse/credits/reconciliation-reports'
import { watchDrift } from '@gatehouse/credits/watch-drift'
import { listHolds } from '@gatehouse/limits/stored-holds'
import { createKysely } from '@gatehouse/postgres/create-kysely'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import type { AiServiceConfig } from '../../config.ts'
import { reconcileLedgerHandler } from './reconcile-ledger/handler.ts'

export type ReconciliationParts = Pick<
  ServiceResources,
  'clock' | 'ids' | 'logger' | 'metrics' | 'postgres' | 'redis'
>

// A day of calls may be a hundred million rows.
const statementMsMax = 900_000

export function openReconciliation(
  { clock, ids, logger, metrics, postgres: requests, redis }: ReconciliationParts,
  { postgres: { url }, payments }: Pick<AiServiceConfig, 'postgres' | 'payments'>,
  scope: AsyncDisposableStack,
): HandledKind {
  const postgres = createPostgres({
    url,
    applicationName: 'gatehouse ai-service reconciliation',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: statementMsMax,
    logger,
  })
  scope.defer(() => postgres.close())
  scope.adopt(watchDrift({ clock, metrics, readReport: () => readLastReport(requests) }), ({ close }) =>
    close(),
  )
  const database = createKysely<Tables>(postgres)
  const provider = payments && openInbox({ database, clock, ids, logger, settings: payments }).events.provider
  return reconcileLedgerHandler({
    clock,
    ids,
    logger,
    ledger: createLedgerInspector({ postgres, ids }),
    listHolds: () => listHolds(redis),
    inspectPayments: createInspectPayments({ postgres, clock, provider }),
  })
}
