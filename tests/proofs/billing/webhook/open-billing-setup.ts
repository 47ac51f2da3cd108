// Billing wired as in the backend, on its own database, with the payment provider's simulator behind the real SDK and a
// catalogue of packs and plans that includes a free one of each.
import { oneShard } from '@gatehouse/postgres/shards'
import { type Billing, openBilling } from '@gatehouse/billing/open-billing'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { Stripe } from 'stripe'

export const signingSecret = 'whsec_proof_0123456789'

type OfferedPack = { id: string; creditsMicros: bigint; priceMinor: number }
export type OfferedPlan = {
  id: string
  priceId: string
  priceMinor: number
  creditsMicros: bigint
  trialCreditsMicros: bigint
  trialDays: number
  interval: 'month' | 'year'
}

export type BillingSetup = AsyncDisposable & {
  sim: StripeSim
  stripe: Stripe
  billing: Billing
  database: Database
  postgres: Postgres
  packs: readonly OfferedPack[]
  /** A small plan, a large one, one that begins with a trial, and a free one. */
  plans: readonly OfferedPlan[]
  addCompany(billingMode?: 'PREPAID' | 'POSTPAID'): Promise<string>
}

export type SetupOptions = {
  databaseUrl: string
  seed: string
  /** Settings of every connection to Postgres. */
  settings?: Readonly<Record<string, string>>
  eventDays?: number
  /** Plans in addition to those that every setup has. */
  morePlans?: readonly PlanTerms[]
}

type PlanTerms = {
  credits: number
  priceMinor: number
  trialDays?: number
  trialCredits?: number
  interval?: 'month' | 'year'
}

export const proofIds = createIds(createSystemClock())
export const silentLogger = createLogger({ service: 'proof', level: 'fatal', sinks: [] })

export async function openBillingSetup(options: SetupOptions): Promise<BillingSetup> {
  const scope = new AsyncDisposableStack()
  const sim = scope.use(await startStripeSim({ seed: options.seed, eventDays: options.eventDays }))
  const postgres = createPostgres({
    url: new Secret(options.databaseUrl),
    applicationName: 'proof',
    poolSizeMax: 8,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 30_000,
    logger: silentLogger,
    ...(options.settings ? { settings: options.settings } : {}),
  })
  scope.defer(() => postgres.close())
  const database = createDatabase<Tables>(postgres)
  const billing = openBilling({
    databases: oneShard(database),
    clock: createSystemClock(),
    ids: proofIds,
    logger: silentLogger,
    settings: {
      apiKey: new Secret(sim.apiKey),
      apiUrl: sim.baseUrl,
      signingSecrets: [new Secret(signingSecret)],
      consoleUrl: 'https://console.example',
    },
  })
  const stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, telemetry: false })
  return {
    sim,
    stripe,
    billing,
    database,
    postgres,
    packs: [
      await addPack({ stripe, database }, 100, 2_500),
      await addPack({ stripe, database }, 33.333333, 999),
      await addPack({ stripe, database }, 10, 0),
    ],
    plans: [
      await addPlan({ stripe, database }, { credits: 500, priceMinor: 4_000 }),
      await addPlan({ stripe, database }, { credits: 1_700, priceMinor: 12_000 }),
      await addPlan(
        { stripe, database },
        { credits: 900, priceMinor: 7_000, trialDays: 14, trialCredits: 50 },
      ),
      await addPlan({ stripe, database }, { credits: 20, priceMinor: 0 }),
      ...(await Promise.all((options.morePlans ?? []).map((terms) => addPlan({ stripe, database }, terms)))),
    ],
    async addCompany(billingMode = 'PREPAID') {
      const id = proofIds.uuid()
      const company = { id, name: 'Company', billing_mode: billingMode }
      await database.insertInto('companies').values(company).execute()
      return id
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

type Shelf = { stripe: Stripe; database: Database }

const micros = (credits: number) => BigInt(Math.round(credits * 1_000_000))

async function addPack(
  { stripe, database }: Shelf,
  credits: number,
  priceMinor: number,
): Promise<OfferedPack> {
  const id = proofIds.uuid()
  const product = await stripe.products.create({ name: `Pack ${credits}` })
  const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: priceMinor })
  await database
    .insertInto('credit_packs')
    .values({
      id,
      // Several setups may share a database, and an active pack's terms must be unique.
      name: `Pack ${id}`,
      credits_micros: micros(credits),
      price_minor: BigInt(priceMinor),
      currency: 'eur',
      provider_product_id: product.id,
      provider_price_id: price.id,
    })
    .execute()
  return { id, creditsMicros: micros(credits), priceMinor }
}

async function addPlan({ stripe, database }: Shelf, terms: PlanTerms): Promise<OfferedPlan> {
  const id = proofIds.uuid()
  const { credits, priceMinor, trialDays = 0, trialCredits = 0, interval = 'month' } = terms
  const product = await stripe.products.create({ name: `Plan ${credits}` })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: priceMinor,
    recurring: { interval },
  })
  await database
    .insertInto('plans')
    .values({
      id,
      name: `Plan ${credits}`,
      credits_micros: micros(credits),
      trial_credits_micros: micros(trialCredits),
      trial_days: trialDays,
      price_minor: BigInt(priceMinor),
      currency: 'eur',
      billing_interval: interval === 'year' ? 'YEAR' : 'MONTH',
      provider_product_id: product.id,
      provider_price_id: price.id,
    })
    .execute()
  return {
    id,
    priceId: price.id,
    priceMinor,
    creditsMicros: micros(credits),
    trialCreditsMicros: micros(trialCredits),
    trialDays,
    interval,
  }
}
