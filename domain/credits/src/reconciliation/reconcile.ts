// Checks the ledger against itself. Drift stops the company's billable calls and alerts a person; nothing is repaired
// here, because an automatic repair would destroy the evidence of what went wrong.
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
  /** Lists every hold in Redis. Without it the invariants about holds are reported as not checked. */
  listHolds?: () => Promise<readonly ListedHold[]>
  /**
   * Without it the grants for payments are not compared, and the invariants about events and money (I7 to I9) are
   * reported as not checked.
   */
  inspectPayments?: InspectPayments
}

export type ReconciliationOptions = {
  /** Limits the run to one account. */
  ownerId?: string | undefined
  /** If false, drift is reported and no account is frozen. */
  canFreeze?: boolean
  onDay?: (day: string) => void
}

const reasonsMax = 4

export async function reconcile(
  deps: ReconciliationDeps,
  { ownerId, canFreeze = true, onDay }: ReconciliationOptions = {},
): Promise<ReconciliationReport> {
  const startedMs = deps.clock.monotonicMs()
  // Adding up takes longest, so it runs outside of the inspection's snapshot, which blocks vacuum while it lasts.
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
    const unchecked: InvariantOutcome = { kind: 'not_checked', reason: 'payments are not inspected here' }
    return { ...ledger, I7: unchecked, I8: unchecked, I9: unchecked }
  }
  const { I4 } = ledger
  const grants: InvariantOutcome =
    I4.kind === 'checked' ? { ...I4, drifts: [...I4.drifts, ...payments.I4] } : I4
  return { ...ledger, I4: grants, I7: payments.I7, I8: payments.I8, I9: payments.I9 }
}

/** Resolves to undefined if Redis fails: an outage of Redis must not leave the ledger unchecked. */
async function listHolds({
  listHolds,
  logger,
}: ReconciliationDeps): Promise<readonly ListedHold[] | undefined> {
  try {
    return await listHolds?.()
  } catch (thrown) {
    logger.warn('holds could not be listed and are not reconciled', { error: thrown })
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
      if (invariants[invariant].freezes) logger.error('ledger drift found', context)
      else if ('events' in drift) logger.error('payment provider events are missing or overdue', context)
      else logger.warn('holds and calls disagree', context)
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
      deps.logger.error('drifting account could not be frozen', { owner_id: ownerId, pages: true })
    }
    freezes.set(ownerId, freeze)
  }
  return freezes
}

/** A failure to freeze one account must not leave the others unfrozen. */
async function tryToFreeze(
  { ledger, logger }: ReconciliationDeps,
  ownerId: string,
  reason: string,
): Promise<FreezeOutcome> {
  try {
    return await ledger.freeze(ownerId, reason)
  } catch (thrown) {
    logger.error('account could not be frozen', { error: thrown, owner_id: ownerId })
    return 'failed'
  }
}

/**
 * Owner → reason for stopping its calls. The first few drifts are enough for the reason; all of them are in the log.
 */
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
