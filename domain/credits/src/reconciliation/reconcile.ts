// Compares the ledger with itself. Drift stops the company's billable calls and tells a person; nothing is ever
// repaired here, because whoever repairs a ledger by machine destroys the evidence of what went wrong.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { formatCredits } from '../credit.ts'
import { type Invariant, invariantIds, invariants } from './invariant.ts'
import type {
  InspectPayments,
  Inspection,
  LedgerInspector,
  ListedHold,
  PaymentInspection,
} from './ledger-inspector.ts'
import {
  type Drift,
  type FreezeOutcome,
  type InvariantOutcome,
  type ReconciliationReport,
  describeDrift,
  driftsOf,
} from './reconciliation-report.ts'

export type ReconciliationDeps = {
  clock: Clock
  logger: Logger
  ledger: LedgerInspector
  /** Every hold in Redis. Without it the invariants about holds are reported as not checked. */
  listHolds?: () => Promise<readonly ListedHold[]>
  /** Without it what payments granted is not compared, and the invariants about events are reported as not checked. */
  inspectPayments?: InspectPayments
}

export type ReconciliationOptions = {
  /** One account only. */
  ownerId?: string | undefined
  /** False to look only. */
  canFreeze?: boolean
  onDay?: (day: string) => void
}

const reasonsMax = 4

export async function reconcile(
  deps: ReconciliationDeps,
  { ownerId, canFreeze = true, onDay }: ReconciliationOptions = {},
): Promise<ReconciliationReport> {
  const startedMs = deps.clock.monotonicMs()
  // The long part, outside of the inspection's snapshot, which keeps the database from tidying up while it lasts.
  if (ownerId === undefined) await deps.ledger.addUpCalls(onDay)
  const holds = await listHolds(deps)
  const ledger = await deps.ledger.inspect({ ownerId, holds })
  const outcomes = addPayments(ledger, await deps.inspectPayments?.(ownerId))
  logDrift(deps.logger, outcomes)
  const freezes = canFreeze ? await freezeDrifting(deps, outcomes) : new Map<string, FreezeOutcome>()
  return { outcomes, freezes, tookMs: deps.clock.monotonicMs() - startedMs }
}

type Outcomes = ReconciliationReport['outcomes']

function addPayments(ledger: Inspection, payments: PaymentInspection | undefined): Outcomes {
  if (!payments) {
    const unchecked: InvariantOutcome = { kind: 'not_checked', reason: 'payments are not looked at here' }
    return { ...ledger, I7: unchecked, I8: unchecked, I9: unchecked }
  }
  const { I4 } = ledger
  const grants: InvariantOutcome =
    I4.kind === 'checked' ? { ...I4, drifts: [...I4.drifts, ...payments.I4] } : I4
  return { ...ledger, I4: grants, I7: payments.I7, I8: payments.I8, I9: payments.I9 }
}

/** Redis away is no reason to leave the ledger unchecked. */
async function listHolds({
  listHolds,
  logger,
}: ReconciliationDeps): Promise<readonly ListedHold[] | undefined> {
  try {
    return await listHolds?.()
  } catch (thrown) {
    logger.warn('the holds could not be listed, so they are not reconciled', { error: thrown })
    return undefined
  }
}

function logDrift(logger: Logger, outcomes: Outcomes): void {
  for (const invariant of invariantIds) {
    for (const drift of driftsOf(outcomes[invariant])) {
      const context = {
        invariant,
        owner_id: drift.ownerId,
        what: drift.what,
        ...('events' in drift
          ? { events: drift.events }
          : {
              expected_credits: formatCredits(drift.expectedMicros),
              actual_credits: formatCredits(drift.actualMicros),
            }),
        pages: invariants[invariant].freezes || 'events' in drift,
      }
      if (invariants[invariant].freezes) logger.error('the ledger drifts', context)
      else if ('events' in drift) logger.error('events of the payment provider are missing or wait', context)
      else logger.warn('holds and calls do not agree', context)
    }
  }
}

async function freezeDrifting(
  deps: ReconciliationDeps,
  outcomes: Outcomes,
): Promise<Map<string, FreezeOutcome>> {
  const freezes = new Map<string, FreezeOutcome>()
  for (const [ownerId, reason] of reasonsToFreeze(outcomes)) {
    const freeze = await tryToFreeze(deps, ownerId, reason)
    if (freeze === 'failed') {
      deps.logger.error('an account that drifts was not frozen', { owner_id: ownerId, pages: true })
    }
    freezes.set(ownerId, freeze)
  }
  return freezes
}

/** One that cannot be frozen must not keep the others running. */
async function tryToFreeze(
  { ledger, logger }: ReconciliationDeps,
  ownerId: string,
  reason: string,
): Promise<FreezeOutcome> {
  try {
    return await ledger.freeze(ownerId, reason)
  } catch (thrown) {
    logger.error('freezing failed', { error: thrown, owner_id: ownerId })
    return 'failed'
  }
}

/** Owner → why its calls are stopped. The first few reasons tell enough; all of them are in the log. */
function reasonsToFreeze(outcomes: Outcomes): ReadonlyMap<string, string> {
  const reasons = new Map<string, string[]>()
  for (const invariant of invariantIds.filter((id) => invariants[id].freezes)) {
    for (const drift of driftsOf(outcomes[invariant])) {
      const texts = reasons.get(drift.ownerId) ?? []
      if (texts.length < reasonsMax) texts.push(describe(invariant, drift))
      reasons.set(drift.ownerId, texts)
    }
  }
  return new Map([...reasons].map(([ownerId, texts]) => [ownerId, texts.join('; ')]))
}

function describe(invariant: Invariant, drift: Drift): string {
  return `${invariant} ${describeDrift(drift)}`
}
