import { formatCredits } from '@gatehouse/credits/credit'
import { unfreezeAccount } from '@gatehouse/credits/freeze-account'
import { type Invariant, invariantIds, invariants } from '@gatehouse/credits/invariant'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { type LedgerReads, ledgerOf, readStandby } from '@gatehouse/credits/ledger-reads'
import { reconcile } from '@gatehouse/credits/reconcile'
import {
  type Drift,
  type ReconciliationReport,
  countDriftingAccounts,
  driftsOf,
  hasDrift,
} from '@gatehouse/credits/reconciliation-report'
import { storeReport } from '@gatehouse/credits/reconciliation-reports'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { type Shards, oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Logger, createLogger } from '@gatehouse/telemetry/create-logger'
import { type Command, type Terminal, UsageError, parseOptions, withUsage } from '../../command.ts'
import { readOperator } from '../../command-group.ts'
import { readDatabaseUrl, readReconciliationUrl } from '../../config.ts'
import { readId } from '../../option-values.ts'
import { openInspections } from './open-inspections.ts'

const clock = createSystemClock()
const ids = createIds(clock)

export const reconcileCommand: Command = {
  name: 'reconcile',
  usage: 'reconcile [--company ID] [--no-freeze] | reconcile --unfreeze ID --reason TEXT',
  summary:
    'checks the ledger at DATABASE_URL against itself, the holds at REDIS_URL and the payment provider, and freezes companies whose credits do not add up; exit code 1 if there are any',
  async run(terminal, args) {
    const task = withUsage(reconcileCommand.usage, () => parseTask(args))
    // On a terminal, a person reads the printed report. Otherwise a scheduler runs the command and also needs the log
    // lines, which trigger alerts.
    const sinks = terminal.isInteractive
      ? []
      : [{ write: (line: string) => terminal.printError(line.trimEnd()) }]
    const logger = createLogger({ service: 'cli', level: 'error', sinks })
    const postgres = openConnections(readDatabaseUrl(terminal), logger)
    const databases = oneShard(createDatabase<Tables>(postgres))
    try {
      if (task.kind === 'unfreeze') return await unfreeze(terminal, databases, task)
      await using inspections = openInspections(terminal, databases)
      await using reads = openStandby(terminal, postgres, logger)
      const ledger = createLedgerInspector({
        shards: oneShard(ledgerOf(postgres, reads?.ledger)),
        ids,
      })
      const report = await reconcile(
        { clock, logger, ledger, ...inspections.parts },
        {
          ownerId: task.companyId,
          canFreeze: task.canFreeze,
          onDay(day) {
            if (!isToday(day)) terminal.print(`summed the calls of ${day}`)
            // The command can stop here: the sums of this day are stored, so the next run continues with the next day.
            terminal.stopRequested.throwIfAborted()
          },
        },
      )
      // A report on one company says nothing about the others, so it is not stored.
      if (task.companyId === undefined) await storeReport(ids, postgres, report)
      return printReport(terminal, report, task)
    } finally {
      await postgres.close()
    }
  },
}

function openConnections(url: Secret, logger: Logger): Postgres {
  return createPostgres({
    url,
    applicationName: 'gatehouse reconcile',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    // A day of calls may be a hundred million rows.
    queryTimeoutMs: 900_000,
    logger,
  })
}

/** Undefined if no standby is configured. */
function openStandby(
  terminal: Terminal,
  primary: Postgres,
  logger: Logger,
): (AsyncDisposable & { ledger: LedgerReads }) | undefined {
  const url = readReconciliationUrl(terminal)
  if (!url) return undefined
  const standby = openConnections(url, logger)
  return {
    ledger: readStandby({ primary, standby, clock }),
    [Symbol.asyncDispose]: () => standby.close(),
  }
}

function isToday(day: string): boolean {
  return new Date(clock.wallMs()).toISOString().startsWith(day)
}

type Task = CheckTask | UnfreezeTask
type CheckTask = { kind: 'check'; companyId: string | undefined; canFreeze: boolean }
type UnfreezeTask = { kind: 'unfreeze'; companyId: string; reason: string }

const options = {
  company: { type: 'string' },
  'no-freeze': { type: 'boolean' },
  unfreeze: { type: 'string' },
  reason: { type: 'string' },
} as const

function parseTask(args: readonly string[]): Task {
  const { company, unfreeze, reason, 'no-freeze': noFreeze = false } = parseOptions(args, { options }).values
  if (unfreeze === undefined) {
    if (reason !== undefined) throw new UsageError('--reason belongs to --unfreeze')
    return {
      kind: 'check',
      companyId: company === undefined ? undefined : readId('--company', company),
      canFreeze: !noFreeze,
    }
  }
  if (company !== undefined || noFreeze) throw new UsageError('--unfreeze takes no option except --reason')
  if (!reason?.trim()) throw new UsageError('say why with --reason: it is kept in the audit log')
  return { kind: 'unfreeze', companyId: readId('--unfreeze', unfreeze), reason }
}

async function unfreeze(
  terminal: Terminal,
  databases: Shards<Database>,
  task: UnfreezeTask,
): Promise<number> {
  const by = { actor: { kind: 'operator', id: readOperator(terminal) } } as const
  const isDone = await unfreezeAccount(
    { databases, ids },
    { ownerId: task.companyId, reason: task.reason, by },
  )
  terminal.print(
    isDone ? `${task.companyId} may make billable calls again` : `${task.companyId} is not frozen`,
  )
  return isDone ? 0 : 1
}

function printReport(terminal: Terminal, report: ReconciliationReport, task: CheckTask): number {
  const { I1 } = report.outcomes
  if (task.companyId !== undefined && I1.kind === 'checked' && I1.accounts === 0 && !hasDrift(report)) {
    const publicMessage = `${task.companyId} has no credits account`
    throw new Fault({ kind: 'not_found', code: 'cli.no_account', publicMessage })
  }
  for (const invariant of invariantIds) {
    terminal.print(describeOutcome(invariant, report))
    for (const drift of driftsOf(report.outcomes[invariant])) {
      terminal.print(
        `   ${describeDrift(drift)}; ${describeFreeze(invariant, report.freezes.get(drift.ownerId))}`,
      )
    }
  }
  terminal.print(`reconciled in ${(report.tookMs / 1_000).toFixed(1)} s`)
  return hasDrift(report) ? 1 : 0
}

function describeOutcome(invariant: Invariant, { outcomes }: ReconciliationReport): string {
  const outcome = outcomes[invariant]
  const title = `${invariant} ${invariants[invariant].name.padEnd(10)}`
  if (outcome.kind === 'not_checked') return `${title}  not checked: ${outcome.reason}`
  const drifting = countDriftingAccounts(outcome.drifts)
  return `${title}  ${outcome.accounts} accounts  ${drifting === 0 ? 'no drift' : `DRIFT in ${drifting}`}`
}

function describeDrift(drift: Drift): string {
  const { ownerId, what } = drift
  if ('events' in drift) return `${ownerId}: ${what} (${drift.events})`
  const { expectedMicros, actualMicros } = drift
  const [actual, expected] = [formatCredits(actualMicros), formatCredits(expectedMicros)]
  const difference = formatCredits(actualMicros - expectedMicros)
  return `${ownerId}: ${what} is ${actual}, expected ${expected}, difference ${difference}`
}

function describeFreeze(
  invariant: Invariant,
  freeze: ReturnType<ReconciliationReport['freezes']['get']>,
): string {
  if (!invariants[invariant].freezes || freeze === undefined) return 'not frozen'
  return { frozen: 'frozen now', was_frozen: 'frozen before', failed: 'COULD NOT BE FROZEN' }[freeze]
}
