import { type ProviderEvent, isHandledType } from '../facts/provider-event.ts'
import type { InboxDeps } from '../billing-deps.ts'

/**
 * Returns the event in the API version that we read. One that has another version is read again from the provider, unless it
 * would not be applied anyway; if that is impossible, it is returned as it is, and will be quarantined.
 */
export async function inOurVersion(
  { provider, expected }: Pick<InboxDeps, 'provider' | 'expected'>,
  event: ProviderEvent,
): Promise<ProviderEvent> {
  const isForUs = event.isLive === expected.isLive && isHandledType(event.type)
  if (!isForUs || event.apiVersion === expected.apiVersion) return event
  return (await provider.readAgain(event)) ?? event
}
