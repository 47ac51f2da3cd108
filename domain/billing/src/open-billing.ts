// Wires billing together: the provider's SDK, the database, and the operations on them. An app opens one instance.
import type { PeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { CheckoutDeps, InboxDeps } from './billing-deps.ts'
import type { BillingSettings } from './billing-settings.ts'
import { sendOfferNames } from './catalog/send-offer-names.ts'
import { checkOpenInvoices, checkPendingPurchases, syncPurchase } from './inbox/check-unfinished.ts'
import { type Inbox, createInbox } from './inbox/create-inbox.ts'
import { endSurplusSubscriptions } from './inbox/end-surplus-subscriptions.ts'
import { refreshAmbiguousSubscriptions } from './inbox/refresh-subscription.ts'
import { sendNotices } from './inbox/send-notices.ts'
import { type Sweep, type SweepOptions, sweepEvents } from './inbox/sweep-events.ts'
import type { VerifyEvent } from './payment-provider.ts'
import { billUsage } from './postpaid/bill-usage.ts'
import { sendBills } from './postpaid/send-bills.ts'
import { payTopUps } from './top-up/pay-top-ups.ts'
import { startTopUps } from './top-up/start-top-ups.ts'
import { createPaymentProvider, createStripe, providerApiVersion } from './stripe/create-payment-provider.ts'
import { readEvent, readFactOfEvent } from './stripe/read-fact.ts'
import { createVerifyEvent } from './stripe/verify-event.ts'

type OwnParts = 'database' | 'provider' | 'readEvent' | 'readFact' | 'expected'

export type InboxParts = Omit<InboxDeps, OwnParts> & { settings: Pick<BillingSettings, 'apiKey' | 'apiUrl'> }

export type OpenInbox = {
  events: InboxDeps
  inbox: Inbox
  sweep(options?: SweepOptions): Promise<Sweep>
}

/** The inbox without webhook verification, for processes that work on stored events. */
export function openInbox({ settings, ...parts }: InboxParts): OpenInbox {
  const events: InboxDeps = {
    ...parts,
    database: parts.databases.directory,
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

export type BillingParts = Omit<InboxParts, 'settings'> & { settings: BillingSettings }

export type BillingJob = Pick<PeriodicJob, 'everyMs' | 'run'> & { name: string }

export type Billing = {
  verifyEvent: VerifyEvent
  inbox: Inbox
  /** Dependencies of the price list and of checkouts. */
  checkout: CheckoutDeps
  /** Dependencies of manual event actions. */
  events: InboxDeps
  sweep(options?: SweepOptions): Promise<Sweep>
  syncPurchase(purchaseId: string): Promise<void>
  jobs: readonly BillingJob[]
}

export function openBilling({ settings, ...parts }: BillingParts): Billing {
  const { events, inbox, sweep } = openInbox({ ...parts, settings })
  const { database, databases, ids, logger, provider } = events
  return {
    verifyEvent: createVerifyEvent({ ...settings, stripe: createStripe(settings), clock: parts.clock }),
    inbox,
    checkout: {
      database,
      databases,
      ids,
      logger,
      provider,
      returnUrls: createReturnUrls(settings),
      portalReturnUrl: (companyId) => billingPage(settings, companyId),
    },
    events,
    sweep,
    syncPurchase: (purchaseId) => syncPurchase(events, purchaseId),
    jobs: createJobs(events, inbox, sweep),
  }
}

/** The address of the company's billing page in the console. A user can belong to several companies. */
export function billingPage({ consoleUrl }: Pick<BillingSettings, 'consoleUrl'>, companyId: string): string {
  return `${consoleUrl}/c/${companyId}/profile/billing`
}

function createReturnUrls(settings: BillingSettings): CheckoutDeps['returnUrls'] {
  return (companyId, reference) => {
    const page = billingPage(settings, companyId)
    return {
      successUrl: `${page}?checkout=done&reference=${reference}`,
      cancelUrl: `${page}?checkout=left&reference=${reference}`,
    }
  }
}

const retriesMax = 100

function createJobs(events: InboxDeps, inbox: Inbox, sweep: () => Promise<Sweep>): BillingJob[] {
  return [
    {
      name: 'retry events',
      everyMs: 1_000,
      run: async () => (await inbox.retryDue(retriesMax)) === retriesMax,
    },
    { name: 'sweep events', everyMs: 300_000, run: () => done(sweep()) },
    { name: 'check purchases', everyMs: 60_000, run: () => done(checkPendingPurchases(events)) },
    { name: 'check invoices', everyMs: 60_000, run: () => done(checkOpenInvoices(events)) },
    { name: 'check subscriptions', everyMs: 30_000, run: () => done(refreshAmbiguousSubscriptions(events)) },
    { name: 'end surplus subscriptions', everyMs: 60_000, run: () => done(endSurplusSubscriptions(events)) },
    { name: 'bill usage', everyMs: 300_000, run: () => done(billUsage(events)) },
    { name: 'send bills', everyMs: 60_000, run: () => done(sendBills(events)) },
    { name: 'start top-ups', everyMs: 5_000, run: () => done(startTopUps(events)) },
    { name: 'pay top-ups', everyMs: 5_000, run: () => done(payTopUps(events)) },
    { name: 'send offer names', everyMs: 60_000, run: () => done(sendOfferNames(events)) },
    { name: 'send notices', everyMs: 5_000, run: () => done(sendNotices(events)) },
  ]
}

async function done(work: Promise<unknown>): Promise<boolean> {
  await work
  return false
}
