// Messages about a subscription come twice, late and in any order, and several may be of the same second. What is kept
// is the newest by their time and kind; where that cannot tell, the provider is asked.
import type { SubscriptionStatus } from '../facts/provider-fact.ts'

export type MirrorPosition = { createdAt: Date; rank: number }

/** What an operator ended by hand is not over for good: a later message shows that it lives. */
export const deactivatedRank = 4
const deletedRank = 3

/** Of two messages of one second, the one of the higher rank was sent later. */
export function rankOfSubscriptionEvent(type: string): number {
  if (type === 'customer.subscription.created') return 0
  if (type === 'customer.subscription.deleted') return deletedRank
  return type === 'customer.subscription.updated' ? 1 : 2
}

export type Precedence = 'newer' | 'older' | 'same second'

export function compareSubscriptionNews(
  stored: MirrorPosition & { status: SubscriptionStatus },
  incoming: MirrorPosition & { status: SubscriptionStatus },
): Precedence {
  const isOver = stored.status === 'CANCELED' && stored.rank !== deactivatedRank
  if (isOver) return 'older'
  if (incoming.status === 'CANCELED') return 'newer'
  const seconds = incoming.createdAt.getTime() - stored.createdAt.getTime()
  if (seconds !== 0) return seconds > 0 ? 'newer' : 'older'
  return incoming.rank < stored.rank ? 'older' : 'same second'
}

const activeStatuses: ReadonlySet<SubscriptionStatus> = new Set(['TRIALING', 'ACTIVE', 'PAST_DUE'])

/** Whoever is late with a payment keeps the subscription while the provider tries again. */
export function isActiveStatus(status: SubscriptionStatus): boolean {
  return activeStatuses.has(status)
}
