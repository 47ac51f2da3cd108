// The state of one simulated account. References between objects are always ids, as in the provider's own responses;
// `expand` resolves them on output.
import type { Stripe } from 'stripe'
import { type SeededRandom, seededRandom } from '../../provider-sim/answer/seeded-random.ts'

/** What happens when a customer's payment method is charged. */
export type PaymentBehaviour = 'succeeds' | 'declines' | 'requires_action'

export type SimAccount = {
  readonly baseUrl: () => string
  readonly agenda: Agenda
  readonly ids: ObjectIds
  readonly products: Map<string, Stripe.Product>
  readonly prices: Map<string, Stripe.Price>
  readonly customers: Map<string, Stripe.Customer>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  /** Line items by session. A session contains them only if they are expanded. */
  readonly lineItems: Map<string, Stripe.LineItem[]>
  /**
   * By session: the parameters for what is created once it is paid (payment intent, subscription, invoice). The session
   * object does not contain them.
   */
  readonly orders: Map<string, SessionOrder>
  readonly paymentIntents: Map<string, Stripe.PaymentIntent>
  readonly charges: Map<string, StoredCharge>
  readonly refunds: Map<string, Stripe.Refund>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly invoices: Map<string, Stripe.Invoice>
  readonly invoiceItems: Map<string, Stripe.InvoiceItem>
  readonly subscriptions: Map<string, Stripe.Subscription>
  readonly endpoints: Map<string, Stripe.WebhookEndpoint>
  readonly events: Stripe.Event[]
  /** By customer, in the order in which they were saved. */
  readonly savedCards: Map<string, Stripe.PaymentMethod[]>
  /** By customer; the default is to succeed. */
  readonly paymentBehaviours: Map<string, PaymentBehaviour>
  /** Percentage off all invoices, by customer. */
  readonly discounts: Map<string, number>
  /** Customers whose next invoice cannot be finalized, for example because tax does not recognise their location. */
  readonly finalizationFailures: Set<string>
  /** Number of days for which events can be listed. */
  eventDays: number
  /** Version in which events are listed; undefined for the one in which they are delivered. */
  listedApiVersion: string | undefined
  /** What happens to a subscription when the last attempt to collect its invoice has failed. */
  afterLastRetry: 'cancel' | 'unpaid' | 'past_due'
  /** Called with every event, after it is recorded. */
  onEvent: (event: Stripe.Event) => void
  /** The request being served, for the events it causes. */
  request: { id: string | null; idempotencyKey: string | null }
}

export type SessionOrder = {
  paymentIntentMetadata: Stripe.Metadata
  subscriptionMetadata: Stripe.Metadata
  trialDays: number
  isInvoiceCreated: boolean
  invoiceMetadata: Stripe.Metadata
  /** `setup_future_usage`: the card is saved for payments without the customer. */
  isCardSaved: boolean
}

export function createSimAccount(options: {
  seed: string
  startSeconds: number
  baseUrl: () => string
}): SimAccount {
  return {
    baseUrl: options.baseUrl,
    agenda: createAgenda(options),
    ids: createObjectIds(options.seed),
    products: new Map(),
    prices: new Map(),
    customers: new Map(),
    sessions: new Map(),
    lineItems: new Map(),
    orders: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    invoices: new Map(),
    invoiceItems: new Map(),
    subscriptions: new Map(),
    endpoints: new Map(),
    events: [],
    savedCards: new Map(),
    paymentBehaviours: new Map(),
    discounts: new Map(),
    finalizationFailures: new Set(),
    eventDays: 30,
    listedApiVersion: undefined,
    afterLastRetry: 'cancel',
    onEvent: () => {},
    request: { id: null, idempotencyKey: null },
  }
}

/** References are stored as ids, although their type also allows objects. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (typeof reference === 'string' || !reference) return reference ?? null
  return reference.id
}

export function nowOf(account: SimAccount): number {
  return account.agenda.nowSeconds()
}

// The simulator's clock and schedule. Real time has no effect: a scheduled task waits until a test advances the clock,
// and then runs at exactly its own second.
type Agenda = {
  nowSeconds(): number
  /** Tasks due at the same second run in the order in which they were scheduled. */
  enter(dueSeconds: number, task: () => void | Promise<void>): void
  /** Removes the next task due by then and moves the clock to it; undefined if there is none. */
  takeDue(untilSeconds: number): (() => void | Promise<void>) | undefined
  moveTo(seconds: number): void
  readonly waiting: number
}

type Entry = { dueSeconds: number; task: () => void | Promise<void> }

function createAgenda({ startSeconds }: { startSeconds: number }): Agenda {
  let now = startSeconds
  const entries: Entry[] = []
  return {
    nowSeconds: () => now,
    enter(dueSeconds, task) {
      const after = entries.findIndex((entry) => entry.dueSeconds > dueSeconds)
      entries.splice(after < 0 ? entries.length : after, 0, { dueSeconds, task })
    },
    takeDue(untilSeconds) {
      const next = entries[0]
      if (!next || next.dueSeconds > untilSeconds) return undefined
      entries.shift()
      now = Math.max(now, next.dueSeconds)
      return next.task
    },
    moveTo(seconds) {
      now = Math.max(now, seconds)
    },
    get waiting() {
      return entries.length
    },
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('')

type ObjectIds = { create(prefix: string): string; readonly random: SeededRandom }

/** Ids in the provider's format. Like the provider's, they do not sort by time; the same seed gives the same ids. */
function createObjectIds(seed: string): ObjectIds {
  const random = seededRandom(seed)
  return {
    random,
    create: (prefix) => `${prefix}_${Array.from({ length: 24 }, () => random.pick(alphabet)).join('')}`,
  }
}

/** At this API version a charge omits `refunds` unless they are expanded. */
export type StoredCharge = Omit<Stripe.Charge, 'refunds'>
