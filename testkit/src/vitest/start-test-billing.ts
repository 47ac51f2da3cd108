// Billing on its own database, with the payment provider's simulator behind the real SDK. Events are delivered by hand:
// the test decides which, how often and in which order.
import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import type { BillingSettings } from '@gatehouse/billing/billing-settings'
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { type NewPlan, createPlan } from '@gatehouse/billing/manage-offers'
import { createCreditPack, syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import type { CreditPack, Plan } from '@gatehouse/billing/offers'
import { type Billing, openBilling } from '@gatehouse/billing/open-billing'
import { type StartedCheckout, startPackCheckout, startPlanCheckout } from '@gatehouse/billing/start-checkout'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { formatCredits } from '@gatehouse/credits/credit'
import { reconcile } from '@gatehouse/credits/reconcile'
import { driftsOf } from '@gatehouse/credits/reconciliation-report'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { Stripe } from 'stripe'
import { readAccount } from '../seed/read-account.ts'
import { type StripeSim, type StripeSimOptions, startStripeSim } from '../stripe-sim/start-stripe-sim.ts'
import { type OpenTestDatabase, openTestDatabase } from './open-test-database.ts'

export const testBy = { actor: { kind: 'operator', id: 'test' } } as const
export const testSecret = 'whsec_test_0123456789'

export type TestBilling = AsyncDisposable & {
  open: OpenTestDatabase
  sim: StripeSim
  stripe: Stripe
  billing: Billing
  billingSettings: BillingSettings
  changed: string[]
  addCompany(billingMode?: 'PREPAID' | 'POSTPAID'): Promise<string>
  addPack(credits?: number, price?: number): Promise<CreditPack>
  addPlan(changes?: Partial<NewPlan>): Promise<Plan>
  buy(companyId: string, packId: string): Promise<StartedCheckout & { purchaseId: string }>
  subscribe(companyId: string, planId: string): Promise<string>
  /** Events that were not delivered yet, in the order emitted. */
  undelivered(): Stripe.Event[]
  deliver(...events: readonly Stripe.Event[]): Promise<void>
  deliverAll(): Promise<void>
  balance(companyId: string): Promise<string>
  transfers(companyId: string): Promise<string[]>
  drift(): Promise<string[]>
}

const clock = createSystemClock()
export const testIds = createIds(clock)

export async function startTestBilling(options: StripeSimOptions = {}): Promise<TestBilling> {
  const scope = new AsyncDisposableStack()
  const open = scope.use(await openTestDatabase({ poolSizeMax: 10 }))
  const sim = scope.use(await startStripeSim(options))
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const changed: string[] = []
  const billingSettings = {
    apiKey: new Secret(sim.apiKey),
    apiUrl: sim.baseUrl,
    signingSecrets: [new Secret(testSecret)],
    consoleUrl: 'https://console.example',
  }
  const billing = openBilling({
    databases: oneShard(open.database),
    clock,
    ids: testIds,
    logger,
    settings: billingSettings,
    onCompaniesChanged: (ids) => void changed.push(...ids),
  })
  const stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 0, telemetry: false })
  const delivered = new Set<string>()
  const undelivered = () => sim.events.filter(({ id }) => !delivered.has(id))
  async function deliver(...events: readonly Stripe.Event[]): Promise<void> {
    for (const event of events) {
      delivered.add(event.id)
      await billing.inbox.receive(billing.events.readEvent(structuredClone(event)))
    }
  }
  return {
    ...seed(open, billing),
    open,
    sim,
    stripe,
    billing,
    billingSettings,
    changed,
    async subscribe(companyId, planId) {
      const { sessionId } = await startPlanCheckout(billing.checkout, planId, { companyId, userId: null })
      const { subscription } = await sim.pay(sessionId)
      return typeof subscription === 'string' ? subscription : (subscription?.id ?? '')
    },
    undelivered,
    deliver,
    deliverAll: () => deliver(...undelivered()),
    ...look(open, logger),
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

function seed(open: OpenTestDatabase, billing: Billing) {
  const { checkout } = billing
  return {
    async addCompany(billingMode: 'PREPAID' | 'POSTPAID' = 'PREPAID') {
      const id = testIds.uuid()
      await open.database
        .insertInto('companies')
        .values({ id, name: 'Company', billing_mode: billingMode })
        .execute()
      return id
    },
    addPack: (credits = 100, price = 25) =>
      createCreditPack(
        checkout,
        { name: `Pack ${credits} for ${price}`, credits, price, currency: 'eur', sortOrder: 1 },
        testBy,
      ),
    async addPlan(changes: Partial<NewPlan> = {}) {
      const plan = await createPlan(
        checkout,
        {
          name: 'Plan',
          credits: 500,
          price: 40,
          currency: 'eur',
          sortOrder: 1,
          billingMode: 'PREPAID',
          interval: 'MONTH',
          trialDays: 0,
          trialCredits: 0,
          ...changes,
        },
        testBy,
      )
      const plans = await syncPlanPricing(checkout, testBy)
      return plans.find(({ id }) => id === plan.id) ?? plan
    },
    async buy(companyId: string, packId: string) {
      const started = await startPackCheckout(checkout, packId, { companyId, userId: null })
      return { ...started, purchaseId: started.purchaseId ?? '' }
    },
  }
}

function look(open: OpenTestDatabase, logger: ReturnType<typeof createLogger>) {
  return {
    async balance(companyId: string) {
      return formatCredits((await readAccount(open.postgres, companyId)).balanceMicros)
    },
    async transfers(companyId: string) {
      const rows = await open.database
        .selectFrom('credit_transfers')
        .select(['type', 'business_key', 'amount_micros'])
        .where('owner_id', '=', companyId)
        .orderBy('id')
        .execute()
      return rows.map((row) => `${row.type} ${row.business_key} ${formatCredits(row.amount_micros)}`)
    },
    async drift() {
      const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(open.postgres)), ids: testIds })
      const inspectPayments = createInspectPayments({ postgres: open.postgres, clock })
      const { outcomes } = await reconcile({ clock, logger, ledger, inspectPayments }, { canFreeze: false })
      return Object.entries(outcomes).flatMap(([id, outcome]) =>
        driftsOf(outcome).map(({ what, ownerId }) => `${id} ${what} ${ownerId}`),
      )
    },
  }
}
