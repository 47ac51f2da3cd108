// Reconciliation of the ledger, for super admins.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { reconcileLedgerTask } from '@gatehouse/credits/reconcile-ledger-task'
import { type StoredReport, listReports } from '@gatehouse/credits/reconciliation-reports'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const driftType = defineObject<StoredReport['drifts'][number]>(
  'ReconciliationDrift',
  'A contradiction that reconciliation found in an account.',
  {
    invariant: field(shapes.string, (drift) => drift.invariant),
    ownerId: field(shapes.id, (drift) => drift.owner_id),
    text: field(shapes.string, ({ drift }) => drift),
  },
)

type Count = { invariant: string; accounts: number }

const countType = defineObject<Count>(
  'ReconciliationCount',
  'The number of accounts that violate an invariant. An invariant that was not checked is not listed.',
  {
    invariant: field(shapes.string, (count) => count.invariant),
    accounts: field(shapes.int, (count) => count.accounts),
  },
)

type Freeze = { ownerId: string; outcome: string }

const freezeType = defineObject<Freeze>(
  'ReconciliationFreeze',
  'An account with drift, and whether it was paused: frozen, was_frozen or failed.',
  {
    ownerId: field(shapes.id, (freeze) => freeze.ownerId),
    outcome: field(shapes.string, (freeze) => freeze.outcome),
  },
)

const reportType = defineObject<StoredReport>(
  'Reconciliation',
  'The report of one reconciliation of all accounts, with its first 100 drifts.',
  {
    id: field(shapes.id, (report) => report.id),
    endedAt: field(shapes.time, (report) => report.endedAt),
    tookMs: field(shapes.int, (report) => report.tookMs),
    hasDrift: field(shapes.boolean, (report) => report.hasDrift),
    checked: field(
      listOf(countType),
      ({ drifting }) => Object.entries(drifting).map(([invariant, accounts]) => ({ invariant, accounts })),
      { usualLength: 9 },
    ),
    drifts: field(listOf(driftType), (report) => report.drifts, { usualLength: 2 }),
    freezes: field(
      listOf(freezeType),
      ({ freezes }) => Object.entries(freezes).map(([ownerId, outcome]) => ({ ownerId, outcome })),
      { usualLength: 1 },
    ),
  },
)

const reportPageType = definePage('ReconciliationConnection', 'A page of reconciliations.', reportType)

export const reconciliationOperations: readonly Operation[] = [
  defineQuery({
    name: 'reconciliations',
    description:
      'The reports of the reconciliations of all accounts, by the hourly task, the CLI or startReconciliation, newest first. Reports are kept for 35 days, those with drift for 400.',
    inputs: pageInputs,
    returns: reportPageType,
    cost: 20,
    resolve: ({ deps }, page) => takePage(page, (wanted) => listReports(deps.database, wanted)),
  }),
  defineMutation({
    name: 'startReconciliation',
    description:
      'Queues a reconciliation of all accounts, which the AI service runs, and returns the id of its task. A company with drift is paused. The report appears in reconciliations.',
    inputs: {},
    returns: shapes.id,
    cost: 50,
    async resolve(context) {
      const { database, ids, reconciliationQueue } = context.deps
      const by = await auditActor(context)
      return database.transaction().execute(async (tx) => {
        const { id } = await reconciliationQueue.enqueue(tx, reconcileLedgerTask, { input: {} })
        const subject = { kind: 'task', id }
        await recordAuditEntry(ids, tx, { ...by, companyId: null, action: 'reconciliation.start', subject })
        return id
      })
    },
  }),
]
