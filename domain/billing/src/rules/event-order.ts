// Which of two states of an object replaces the other. Events can be repeated, late and out of order, and several can
// share a second. The newest by time and type wins; where that is ambiguous, the provider is queried.
import type { InvoiceStatus, SubscriptionStatus } from '../facts/provider-fact.ts'

export type EventPosition = { createdAt: Date; rank: number }

/**
 * Rank of an operator's deactivation. A later event reactivates the subscription, because it shows that the
 * subscription is still active.
 */
export const deactivatedRank = 4
const deletedRank = 3

/** Of two events in the same second, the one with the higher rank was sent later. */
export function rankOfSubscriptionEvent(type: string): number {
  if (type === 'customer.subscription.created') return 0
  if (type === 'customer.subscription.deleted') return deletedRank
  return type === 'customer.subscription.updated' ? 1 : 2
}

export type Precedence = 'newer' | 'older' | 'same second'

export function compareSubscriptionStates(
  stored: EventPosition & { status: SubscriptionStatus },
  incoming: EventPosition & { status: SubscriptionStatus },
): Precedence {
  const isOver = stored.status === 'CANCELED' && stored.rank !== deactivatedRank
  if (isOver) return 'older'
  if (incoming.status === 'CANCELED') return 'newer'
  const differenceMs = incoming.createdAt.getTime() - stored.createdAt.getTime()
  if (differenceMs !== 0) return differenceMs > 0 ? 'newer' : 'older'
  return incoming.rank < stored.rank ? 'older' : 'same second'
}

const activeStatuses: ReadonlySet<SubscriptionStatus> = new Set(['TRIALING', 'ACTIVE', 'PAST_DUE'])

/** A company with an overdue payment keeps its subscription while the provider retries. */
export function isActiveStatus(status: SubscriptionStatus): boolean {
  return activeStatuses.has(status)
}

// An invoice only moves forward; a paid or void one stays so, whatever arrives late.
const progress = {
  DRAFT: 0,
  OPEN: 1,
  UNCOLLECTIBLE: 2,
  PAID: 3,
  VOID: 3,
} as const satisfies Record<InvoiceStatus, number>

export type InvoiceState = { status: InvoiceStatus; createdAt: Date }

/** Whether the incoming state replaces the stored one: it is further along, or equally far and not older. */
export function replacesInvoiceState(stored: InvoiceState, incoming: InvoiceState): boolean {
  const steps = progress[incoming.status] - progress[stored.status]
  if (steps !== 0) return steps > 0
  return incoming.status === stored.status && incoming.createdAt >= stored.createdAt
}

export function isClosedInvoice(status: InvoiceStatus): boolean {
  return progress[status] === progress.PAID
}
