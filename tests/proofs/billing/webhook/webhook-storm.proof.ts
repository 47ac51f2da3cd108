import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { Secret } from '@gatehouse/runtime/secret'
import type { Stripe } from 'stripe'
import { Pool } from 'undici'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, judged } from '../../proof.ts'
import { type BackendSetup, openBackendSetup } from './open-backend-setup.ts'
import { type Grant, type PaidPurchase, judgeGrants } from './judge-grants.ts'
import { silentLogger, signingSecret } from './open-billing-setup.ts'

const copies = 100
const companies = 10
const ratioMax = 20
/** The size of the backend's billing pool. */
const connections = 10

export const proof: Proof = {
  name: 'webhook-storm',
  tier: 'push',
  claim:
    'each of 200 payments announced 100 times concurrently is credited once, and each announcement is acknowledged soon',
  bar:
    `each payment credited once, with its amount, to its company, and nothing else credited or received; ` +
    `p99 ≤ ${ratioMax} × a bare insert of the same row at the same concurrency`,
  async run({ progress, isShort }) {
    const payments = isShort ? 10 : 200
    await using setup = await openBackendSetup({ seed: 'storm' })
    const { purchases, completed } = await pay(setup, payments)
    await using storm = await openStorm(setup)
    const acknowledgedMs: number[] = []
    const insertedMs: number[] = []
    const aloneMs: number[] = []
    let refused = 0
    const announce = async (event: Stripe.Event) => {
      const answers = await storm.announce(event)
      refused += answers.filter(({ status }) => status !== 200).length
      return answers.map(({ tookMs }) => tookMs)
    }
    for (const [at, event] of completed.entries()) {
      // Announcements and plain inserts take turns, also in which comes first, so that both meet the same conditions.
      const before = at % 2 === 0 ? [] : await storm.insert(event, copies)
      const announced = await announce(event)
      const after = at % 2 === 0 ? await storm.insert(event, copies) : []
      const alone = await storm.insert(event, 1)
      // The first round opens the connections of both.
      if (at === 0) continue
      acknowledgedMs.push(...announced)
      insertedMs.push(...before, ...after)
      aloneMs.push(...alone)
      if ((at + 1) % 20 === 0) progress(`${at + 1} payments announced, ${(at + 1) * copies} requests`)
    }
    const faults = await findFaults(setup, purchases, completed)
    for (const fault of faults.slice(0, 10)) progress(`WRONG: ${fault}`)
    const ack = percentile(acknowledgedMs, 0.99)
    const inserted = percentile(insertedMs, 0.99)
    const alone = percentile(aloneMs, 0.99)
    const ratio = ack / inserted
    const isExact = completed.length === payments && faults.length === 0 && refused === 0
    return judged({
      figure:
        `${completed.length} payments of ${companies} companies announced ${copies} times each: ${faults.length} grants, balances or ` +
        `events wrong, ${refused} announcements refused, p99 ${ack.toFixed(1)} ms = ${ratio.toFixed(1)} × ${inserted.toFixed(1)} ms ` +
        `of a bare insert (${alone.toFixed(1)} ms alone)`,
      isPassed: isExact && (isShort || ratio <= ratioMax),
    })
  },
}

/** Pays for packs of two sizes, which belong to several companies. */
async function pay({ sim, billing, packs, addCompany }: BackendSetup, payments: number) {
  // Holds back the simulator's own deliveries: this proof delivers the events itself, many times concurrently.
  sim.holdDeliveries()
  const buyers = await Promise.all(Array.from({ length: companies }, () => addCompany()))
  const purchases: PaidPurchase[] = []
  for (let at = 0; at < payments; at += 1) {
    const companyId = buyers[at % companies] ?? ''
    const { id: packId, creditsMicros } = packs[Math.floor(at / companies + at) % 2] ?? {
      id: '',
      creditsMicros: 0n,
    }
    const { sessionId, purchaseId } = await startPackCheckout(billing.checkout, packId, {
      companyId,
      userId: null,
    })
    await sim.pay(sessionId)
    purchases.push({ purchaseId, companyId, creditsMicros })
  }
  const completed = sim.events.filter(({ type }) => type === 'checkout.session.completed')
  return { purchases, completed }
}

type Announced = { status: number; tookMs: number }

async function openStorm({ sim, webhookUrl, postgres }: BackendSetup) {
  const url = new URL(webhookUrl)
  const client = new Pool(url.origin, { connections: copies })
  const { rows } = await postgres.query<{ setting: string }>(
    "select setting from pg_settings where name = 'port'",
  )
  const inserter = createPostgres({
    url: new Secret(`postgres://postgres@127.0.0.1:${rows[0]?.setting}/postgres`),
    applicationName: 'proof',
    poolSizeMax: connections,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 30_000,
    logger: silentLogger,
  })
  await postgres.query('create table bare_events (like provider_events including all)')
  let rounds = 0

  async function announceOnce(event: Stripe.Event): Promise<Announced> {
    const { body, signature } = sim.signed(event, [signingSecret])
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const startedMs = performance.now()
    const answer = await client.request({ method: 'POST', path: url.pathname, headers, body })
    await answer.body.dump()
    return { status: answer.statusCode, tookMs: performance.now() - startedMs }
  }

  async function insertOnce(event: Stripe.Event, id: string): Promise<number> {
    const startedMs = performance.now()
    await inserter.query(
      `insert into bare_events (id, type, object_id, event_created_at, api_version, is_live, payload, source)
       values ($1, $2, $3, to_timestamp($4), $5, false, $6, 'WEBHOOK') on conflict (id) do nothing`,
      [id, event.type, 'object', event.created, event.api_version, JSON.stringify(event)],
    )
    return performance.now() - startedMs
  }

  return {
    announce: (event: Stripe.Event) => Promise.all(Array.from({ length: copies }, () => announceOnce(event))),
    /** Inserts the same row concurrently, so that one insert stores it and the others wait for that one, as in the backend. */
    insert(event: Stripe.Event, atOnce: number) {
      rounds += 1
      const id = `${event.id}_${rounds}`
      return Promise.all(Array.from({ length: atOnce }, () => insertOnce(event, id)))
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      await inserter.close()
    },
  }
}

/** Compares what was announced with the grants, the balances and the events in the whole database. */
async function findFaults(
  { postgres }: BackendSetup,
  purchases: readonly PaidPurchase[],
  announced: readonly Stripe.Event[],
): Promise<string[]> {
  const { rows: grants } = await postgres.query<Grant>(
    'select business_key, owner_id, amount_micros from credit_transfers',
  )
  const { rows: accounts } = await postgres.query<{ owner_id: string; balance_micros: bigint }>(
    'select owner_id, balance_micros from credit_accounts',
  )
  const { rows: events } = await postgres.query<{ id: string; status: string }>(
    'select id, status from provider_events',
  )
  const { missing, doubled } = judgeGrants(purchases, grants)
  const owed = new Map<string, bigint>()
  for (const { companyId, creditsMicros } of purchases)
    owed.set(companyId, (owed.get(companyId) ?? 0n) + creditsMicros)
  const balances = new Map(accounts.map((row) => [row.owner_id, row.balance_micros]))
  const statuses = new Map(events.map(({ id, status }) => [id, status]))
  const ids = new Set(announced.map(({ id }) => id))
  return [
    ...missing.map((key) => `${key} was not credited`),
    ...doubled.map((key) => `${key} was credited again, for nothing, or with another amount`),
    ...[...owed].flatMap(([companyId, micros]) =>
      balances.get(companyId) === micros
        ? []
        : [`company ${companyId} has ${balances.get(companyId)} instead of ${micros}`],
    ),
    ...accounts.flatMap((row) =>
      owed.has(row.owner_id) || row.balance_micros === 0n ? [] : [`company ${row.owner_id} did not pay`],
    ),
    ...[...ids].flatMap((id) =>
      statuses.get(id) === 'PROCESSED' ? [] : [`event ${id} is ${statuses.get(id) ?? 'not recorded'}`],
    ),
    ...events.flatMap(({ id }) => (ids.has(id) ? [] : [`event ${id} was not announced`])),
  ]
}
