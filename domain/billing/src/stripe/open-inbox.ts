// The inbox without webhook verification, for processes that work on stored events.
import type { BillingSettings } from '../billing-settings.ts'
import { type Inbox, createInbox } from '../postgres/inbox/create-inbox.ts'
import type { InboxDeps } from '../postgres/inbox/inbox-deps.ts'
import { type Sweep, type SweepOptions, sweepEvents } from '../postgres/inbox/sweep-events.ts'
import { createPaymentProvider } from './create-payment-provider.ts'
import { createStripe, providerApiVersion } from './create-stripe.ts'
import { readEvent, readFactOfEvent } from './read-fact.ts'

type OwnParts = 'provider' | 'readEvent' | 'readFact' | 'expected'

export type InboxParts = Omit<InboxDeps, OwnParts> & { settings: Pick<BillingSettings, 'apiKey' | 'apiUrl'> }

export type OpenInbox = {
  events: InboxDeps
  inbox: Inbox
  sweep(options?: SweepOptions): Promise<Sweep>
}

export function openInbox({ settings, ...parts }: InboxParts): OpenInbox {
  const events: InboxDeps = {
    ...parts,
    provider: createPaymentProvider(createStripe(settings)),
    readEvent: (payload) => readEvent(payload),
    readFact: readFactOfEvent,
    expected: { apiVersion: providerApiVersion, isLive: isLiveKey(settings.apiKey.reveal()) },
  }
  const inbox = createInbox(events)
  return { events, inbox, sweep: (options) => sweepEvents({ ...events, inbox }, options) }
}

/** The provider's keys contain their mode, live or test. */
function isLiveKey(apiKey: string): boolean {
  return /^[a-z]+_live_/.test(apiKey)
}
