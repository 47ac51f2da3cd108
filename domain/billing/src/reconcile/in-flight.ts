import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import type { PaymentProvider } from '../payment-provider.ts'

/** Longer than an event can be in flight: what is older and differs is wrong. */
export const inFlightMs = 15 * 60_000
/** The same for a condition in SQL. */
export const inFlight = `${inFlightMs / 60_000} minutes`

export type BothSides = {
  postgres: Queryable
  provider: PaymentProvider
  clock: Pick<Clock, 'wallMs'>
}

/** Whether the provider created an event about one of these objects so recently that it may not be applied yet. */
export async function hasEventInFlight(
  { provider, clock }: Pick<BothSides, 'provider' | 'clock'>,
  objectIds: readonly string[],
): Promise<boolean> {
  const createdFrom = new Date(clock.wallMs() - inFlightMs)
  for (let afterId: string | undefined, hasMore = true; hasMore;) {
    const page = await provider.listEvents({ createdFrom, afterId })
    if (page.events.some(({ objectId }) => objectId !== null && objectIds.includes(objectId))) return true
    afterId = page.events.at(-1)?.id
    hasMore = page.hasMore && afterId !== undefined
  }
  return false
}
