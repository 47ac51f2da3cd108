import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { Secret } from '@gatehouse/runtime/secret'
import type { Stripe } from 'stripe'
import { Pool } from 'undici'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, judged } from '../../proof.ts'
import { type BackendSetup, openBackendSetup } from './open-backend-setup.ts'
import { silentLogger, signingSecret } from './open-billing-setup.ts'

const copies = 100
const ratioMax = 20
/** The size of the backend's billing pool. */
const connections = 10

export const proof: Proof = {
  name: 'webhook-storm',
  tier: 'push',
  claim:
    'each of 200 payments announced 100 times concurrently is credited once, and each announcement is acknowledged soon',
  bar: `exactly one effect for each payment, p99 ≤ ${ratioMax} × a bare insert of the same row at the same concurrency`,
  async run({ progress, isShort }) {
    const payments = isShort ? 5 : 200
    await using setup = await openBackendSetup({ seed: 'storm' })
    const companyId = await setup.addCompany()
    const completed = await pay(setup, { companyId, payments })
    await using storm = await openStorm(setup)
    const acknowledgedMs: number[] = []
    const insertedMs: number[] = []
    const aloneMs: number[] = []
    let refused = 0
    for (const [at, event] of completed.entries()) {
      // Deliveries and plain inserts take turns, so that both are measured under the same conditions.
      const answers = await storm.announce(event)
      refused += answers.filter(({ status }) => status !== 200).length
      acknowledgedMs.push(...answers.map(({ tookMs }) => tookMs))
      insertedMs.push(...(await storm.insert(event, copies)))
      aloneMs.push(...(await storm.insert(event, 1)))
      if ((at + 1) % 20 === 0) progress(`${at + 1} payments announced, ${(at + 1) * copies} requests`)
    }
    const effects = await countEffects(setup, companyId)
    const ack = percentile(acknowledgedMs, 0.99)
    const insert = percentile(insertedMs, 0.99)
    const alone = percentile(aloneMs, 0.99)
    const ratio = ack / insert
    const expected = (setup.packs[0]?.creditsMicros ?? 0n) * BigInt(payments)
    const isExact = effects.grants === payments && effects.balanceMicros === expected && refused === 0
    return judged({
      figure: `${effects.grants} effects of ${payments} payments announced ${copies} times each, ${refused} announcements refused, p99 ${ack.toFixed(1)} ms = ${ratio.toFixed(1)} × ${insert.toFixed(1)} ms of a bare insert (${alone.toFixed(1)} ms alone)`,
      isPassed: isExact && (isShort || ratio <= ratioMax),
    })
  },
}

type Payments = { companyId: string; payments: number }

async function pay(setup: BackendSetup, { companyId, payments }: Payments): Promise<Stripe.Event[]> {
  const { sim, billing, packs } = setup
  // Holds back the simulator's own deliveries: this proof delivers the events itself, many times concurrently.
  sim.holdDeliveries()
  for (let at = 0; at < payments; at += 1) {
    const buyer = { companyId, userId: null }
    const { sessionId } = await startPackCheckout(billing.checkout, packs[0]?.id ?? '', buyer)
    await sim.pay(sessionId)
  }
  return sim.events.filter(({ type }) => type === 'checkout.session.completed')
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
  let inserted = 0

  async function announceOnce(event: Stripe.Event): Promise<Announced> {
    const { body, signature } = sim.signed(event, [signingSecret])
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const startedMs = performance.now()
    const answer = await client.request({ method: 'POST', path: url.pathname, headers, body })
    await answer.body.dump()
    return { status: answer.statusCode, tookMs: performance.now() - startedMs }
  }

  async function insertOnce(event: Stripe.Event): Promise<number> {
    inserted += 1
    const startedMs = performance.now()
    await inserter.query(
      `insert into bare_events (id, type, object_id, event_created_at, api_version, is_live, payload, source)
       values ($1, $2, $3, to_timestamp($4), $5, false, $6, 'WEBHOOK')`,
      [
        `${event.id}_${inserted}`,
        event.type,
        'object',
        event.created,
        event.api_version,
        JSON.stringify(event),
      ],
    )
    return performance.now() - startedMs
  }

  return {
    announce: (event: Stripe.Event) => Promise.all(Array.from({ length: copies }, () => announceOnce(event))),
    insert: (event: Stripe.Event, atOnce: number) =>
      Promise.all(Array.from({ length: atOnce }, () => insertOnce(event))),
    async [Symbol.asyncDispose]() {
      await client.close()
      await inserter.close()
    },
  }
}

async function countEffects({ postgres }: BackendSetup, companyId: string) {
  const { rows } = await postgres.query<{ grants: bigint; balance_micros: bigint }>(
    `select (select count(*) from credit_transfers where owner_id = $1) as grants,
            coalesce((select balance_micros from credit_accounts where owner_id = $1), 0) as balance_micros`,
    [companyId],
  )
  return { grants: Number(rows[0]?.grants ?? 0), balanceMicros: rows[0]?.balance_micros ?? 0n }
}
