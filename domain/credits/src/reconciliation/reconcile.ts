// Compares the ledger with itself. Drift stops the company's billable calls and tells a person; nothing is ever
// repaired here, because whoever repairs a ledger by machine destroys the evidence of what went wrong.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { formatCredits } from '../credit.ts'
import type { DriftGauges } from './drift-gauges.ts'
import { type Invariant, invariantIds, invariants } from './invariant.ts'
import type { Inspection, LedgerInspector, ListedHold } from './ledger-inspector.ts'
import {
  type Drift,
  type FreezeOutcome,
  type ReconciliationReport,
  driftsOf,
} from './reconciliation-report.ts'

export type ReconciliationDeps = {
  clock: Clock
  logger: Logger
  ledger: LedgerInspector
  gauges?: DriftGauges
  /** Every hold in Redis. Without it the invariants about holds are reported as not checked. */
  listHolds?: () => Promise<readonly ListedHold[]>
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
  const outcomes = await deps.ledger.inspect({ ownerId, holds })
  // Of one account they would say nothing about the others.
  if (ownerId === undefined) deps.gauges?.record(outcomes)
  logDrift(deps.logger, outcomes)
  const freezes = canFreeze ? await freezeDrifting(deps, outcomes) : new Map<string, FreezeOutcome>()
  return { outcomes, freezes, tookMs: deps.clock.monotonicMs() - startedMs }
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

function logDrift(logger: Logger, outcomes: Inspection): void {
  for (const invariant of invariantIds) {
    for (const { ownerId, what, expectedMicros, actualMicros } of driftsOf(outcomes[invariant])) {
      const context = {
        invariant,
        owner_id: ownerId,
        what,
        expected_credits: formatCredits(expectedMicros),
        actual_credits: formatCredits(actualMicros),
        pages: invariants[invariant].freezes,
      }
      if (invariants[invariant].freezes) logger.error('the ledger drifts', context)
      else logger.warn('holds and calls do not agree', context)
    }
  }
}

async function freezeDrifting(
  deps: ReconciliationDeps,
  outcomes: Inspection,
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
function reasonsToFreeze(outcomes: Inspection): ReadonlyMap<string, string> {
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

function describe(invariant: Invariant, { what, expectedMicros, actualMicros }: Drift): string {
  return `${invariant} ${what}: ${formatCredits(actualMicros)} instead of ${formatCredits(expectedMicros)}`
}
