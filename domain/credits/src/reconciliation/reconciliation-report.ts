import { formatCredits } from '../credit.ts'
import { type Invariant, invariantIds } from './invariant.ts'

/** One place in which the ledger contradicts itself, or what it is made from. */
export type Drift = AmountDrift | EventDrift

type Place = {
  /** The company or user whose account it is. */
  ownerId: string
  /** Where, in words for whoever looks at it. */
  what: string
}

export type AmountDrift = Place & { expectedMicros: bigint; actualMicros: bigint }

/** Events of the payment provider that are not where they should be. */
export type EventDrift = Place & { events: number }

export function describeDrift(drift: Drift): string {
  if ('events' in drift) return `${drift.what}: ${drift.events}`
  const { what, expectedMicros, actualMicros } = drift
  return `${what}: ${formatCredits(actualMicros)} instead of ${formatCredits(expectedMicros)}`
}

export type InvariantOutcome =
  | { kind: 'checked'; accounts: number; drifts: readonly Drift[] }
  | { kind: 'not_checked'; reason: string }

/** `failed`: it still runs, or it has no account that could be frozen. */
export type FreezeOutcome = 'frozen' | 'was_frozen' | 'failed'

export type ReconciliationReport = {
  outcomes: Readonly<Record<Invariant, InvariantOutcome>>
  /** What became of the accounts that drift, unless it was only looked. */
  freezes: ReadonlyMap<string, FreezeOutcome>
  tookMs: number
}

/** What alerts need of the last report of all accounts. */
export type LastReport = { endedAt: Date; drifting: Partial<Record<Invariant, number>> }

export function hasDrift({ outcomes }: ReconciliationReport): boolean {
  return Object.values(outcomes).some((outcome) => driftsOf(outcome).length > 0)
}

export function driftsOf(outcome: InvariantOutcome): readonly Drift[] {
  return outcome.kind === 'checked' ? outcome.drifts : []
}

/** Invariant → accounts that break it. One that was not checked is left out. */
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
