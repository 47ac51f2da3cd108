import { formatCredits } from '../credit.ts'
import { type Invariant, invariantIds } from './invariant.ts'

/** One contradiction within the ledger, or between the ledger and its sources. */
export type Drift = AmountDrift | EventDrift

type Place = {
  /** The company or user that owns the account. */
  ownerId: string
  /** Describes, for people, where the drift was found. */
  what: string
}

export type AmountDrift = Place & { expectedMicros: bigint; actualMicros: bigint }

/** Events of the payment provider that are missing or overdue. */
export type EventDrift = Place & { events: number }

export function describeDrift(drift: Drift): string {
  if ('events' in drift) return `${drift.what}: ${drift.events}`
  const { what, expectedMicros, actualMicros } = drift
  return `${what}: ${formatCredits(actualMicros)} instead of ${formatCredits(expectedMicros)}`
}

export type InvariantOutcome =
  | { kind: 'checked'; accounts: number; drifts: readonly Drift[] }
  | { kind: 'not_checked'; reason: string }

/** `failed`: the account does not exist or could not be frozen, so its calls are not stopped. */
export type FreezeOutcome = 'frozen' | 'was_frozen' | 'failed'

export type ReconciliationReport = {
  outcomes: Readonly<Record<Invariant, InvariantOutcome>>
  /**
   * The outcome for each account whose drift freezes it (see `freezes` in `invariant.ts`); empty if freezing was
   * disabled.
   */
  freezes: ReadonlyMap<string, FreezeOutcome>
  tookMs: number
}

/** The part of the last report of all accounts that alerts need. */
export type LastReport = { endedAt: Date; drifting: Partial<Record<Invariant, number>> }

export function hasDrift({ outcomes }: ReconciliationReport): boolean {
  return Object.values(outcomes).some((outcome) => driftsOf(outcome).length > 0)
}

export function driftsOf(outcome: InvariantOutcome): readonly Drift[] {
  return outcome.kind === 'checked' ? outcome.drifts : []
}

/** Invariant → number of accounts that violate it. An invariant that was not checked is left out. */
export function countDrifting(
  outcomes: ReconciliationReport['outcomes'],
): Partial<Record<Invariant, number>> {
  const counts: Partial<Record<Invariant, number>> = {}
  for (const invariant of invariantIds) {
    const outcome = outcomes[invariant]
    if (outcome.kind === 'checked') counts[invariant] = countDriftingAccounts(outcome.drifts)
  }
  return counts
}

export function countDriftingAccounts(drifts: readonly Drift[]): number {
  return new Set(drifts.map(({ ownerId }) => ownerId)).size
}
