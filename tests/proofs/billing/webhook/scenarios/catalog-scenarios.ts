// Scenarios 36 to 39: packs and plans created at the provider under faults, and messages that are not for us.
import { createCreditPack, syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import { spawnServiceProcess } from '@gatehouse/testkit/start-service-process'
import { signingSecret, proofIds } from '../open-billing-setup.ts'
import { type Scenario, type Setup, must } from './scenario.ts'

const by = { actor: { kind: 'operator', id: 'proof' } } as const
const day = 86_400
const refusal = 'Webhook Error: signature header is missing or invalid'

export const catalogScenarios: readonly Scenario[] = [
  {
    number: 36,
    name: 'a pack whose product was made and whose answer was lost',
    async run(setup) {
      const { sim } = setup
      const before = countOffers(setup)
      const isProduct = ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path === '/v1/products'
      sim.planApi({ fault: { kind: 'reset_after' }, when: isProduct, times: 9 })
      const first = await addPack(setup, 'lost').catch(() => undefined)
      must(first === undefined, 'the first attempt failed')
      sim.clearPlans()
      // The provider has forgotten the first attempt's idempotency key by now, but not the product’s id.
      await sim.advanceBy(2 * day)
      const pack = await addPack(setup, 'lost')
      must(pack.providerPriceId !== null, 'it has its price')
      must(isOneMore(before, countOffers(setup)), 'there is one product and one price')
      return 0
    },
  },
  {
    number: 36,
    name: 'a pack whose price was made and whose answer was lost, a day ago',
    async run(setup) {
      const { sim } = setup
      const before = countOffers(setup)
      const isPrice = ({ method, path }: { method: string; path: string }) =>
        method === 'POST' && path === '/v1/prices'
      sim.planApi({ fault: { kind: 'reset_after' }, when: isPrice, times: 9 })
      await addPack(setup, 'pruned').catch(() => undefined)
      sim.clearPlans()
      await sim.advanceBy(2 * day)
      await addPack(setup, 'pruned')
      must(isOneMore(before, countOffers(setup)), 'there is one product and one price')
      return 0
    },
  },
  {
    number: 36,
    name: 'the same pack created ten times concurrently',
    async run(setup) {
      const before = countOffers(setup)
      const packs = await Promise.all(Array.from({ length: 10 }, () => addPack(setup, 'ten')))
      must(new Set(packs.map(({ providerPriceId }) => providerPriceId)).size === 1, 'all have the same price')
      must(isOneMore(before, countOffers(setup)), 'there is one product and one price')
      return 0
    },
  },
  {
    number: 37,
    name: 'prices of plans despite many refusals, and a repeat',
    async run(setup) {
      const { sim, billing, postgres } = setup
      const before = countOffers(setup)
      const ids = await Promise.all([1, 2, 3].map(() => addUnpricedPlan(setup)))
      // Some calls are refused, and some are carried out but their answers are lost, as when the process dies half-way.
      sim.planApi({ fault: { kind: 'rate_limit' }, times: 4 })
      sim.planApi({ fault: { kind: 'reset_after' }, times: 3 })
      sim.planApi({ fault: { kind: 'server_error' }, times: 2 })
      // A refusal ends a run of `syncPlanPricing`, and a server error is returned again for the same idempotency key
      // until the key expires, so a day passes between runs.
      for (let runs = 0, isDone = false; !isDone && runs < 12; runs += 1) {
        isDone = await syncPlanPricing(billing.checkout, by).then(
          () => true,
          () => false,
        )
        await sim.advanceBy(day)
      }
      const { rows } = await postgres.query<{ provider_price_id: string | null }>(
        'select provider_price_id from plans where id = any($1)',
        [ids],
      )
      const priceIds = new Set(rows.map(({ provider_price_id }) => provider_price_id))
      must(priceIds.size === 3 && !priceIds.has(null), 'each plan has its own price')
      const after = countOffers(setup)
      must(
        after.products === before.products + 3 && after.prices === before.prices + 3,
        'none was made twice',
      )
      return 0
    },
  },
  {
    number: 38,
    name: 'a message of another API version is quarantined',
    async run(setup) {
      const { sim, begin, one } = setup
      const { sessionId } = await begin()
      const session = { ...sim.account.sessions.get(sessionId), payment_status: 'paid', status: 'complete' }
      const event = await sim.emit('checkout.session.completed', session, { apiVersion: '2024-04-10' })
      const query = 'select status from provider_events where id = $1'
      must((await one<{ status: string }>(query, event.id)).status === 'QUARANTINED', 'it is QUARANTINED')
      return 0
    },
  },
  {
    number: 39,
    name: 'seven bodies and headers without a valid signature, each refused with the same text',
    async run(setup) {
      const { sim, begin, webhookUrl } = setup
      const { sessionId } = await begin()
      const session = { ...sim.account.sessions.get(sessionId), payment_status: 'paid', status: 'complete' }
      const forged = {
        ...sim.events.at(-1),
        id: `evt_forged_${sessionId}`,
        type: 'checkout.session.completed',
      }
      const body = JSON.stringify({ ...forged, data: { object: session } })
      const sign = (secret: string, offsetSeconds = 0) =>
        sim.signBody(body, { secrets: [secret], offsetSeconds })
      const attempts: [string, string | undefined][] = [
        [body, undefined],
        [body, ''],
        [body, 'garbage'],
        [body, sign('whsec_of_somebody_else')],
        [body, sign(signingSecret, -301)],
        // Well beyond the tolerance of 300 seconds: the receiver's clock advances while the message is in transit, so
        // 301 might be accepted.
        [body, sign(signingSecret, 900)],
        ['', undefined],
        ['', sign(signingSecret)],
      ]
      for (const [sent, signature] of attempts) {
        const headers = signature === undefined ? {} : { 'stripe-signature': signature }
        const answer = await fetch(webhookUrl, { method: 'POST', body: sent, headers })
        must(answer.status === 400, `${signature ?? 'no header'} is refused`)
        must((await answer.text()) === refusal, 'the text reveals nothing')
        must(answer.headers.get('content-type')?.startsWith('text/plain') ?? false, 'it is plain text')
      }
      return 0
    },
  },
  {
    number: 39,
    name: 'during a rotation both secrets are valid, and the backend does not start with an empty one',
    isSlow: true,
    async run(setup) {
      const { sim, buy, killBackend, startBackend } = setup
      const next = 'whsec_next_0123456789'
      await killBackend()
      await startBackend({ PAYMENT_WEBHOOK_SECRETS: `${next},${signingSecret}` })
      await buy()
      const [endpoint] = sim.account.endpoints.values()
      sim.setSecrets(endpoint?.id ?? '', [next])
      await buy()
      sim.setSecrets(endpoint?.id ?? '', [signingSecret])
      must(sim.deliveries.at(-1)?.attempt === 1, 'both were accepted')
      await killBackend()
      await startBackend()
      const environment = { ...setup.environment, PORT: '0', PAYMENT_WEBHOOK_SECRETS: '' }
      await using refused = await spawnServiceProcess({ entry: 'apps/backend/src/main.ts', environment })
      must((await refused.exited).code !== 0, 'the backend refuses to start')
      return 200
    },
  },
]

async function addPack({ billing, companyId }: Setup, name: string) {
  const terms = { name: `${name} ${companyId}`, credits: 5, price: 1, currency: 'eur', sortOrder: 1 }
  return createCreditPack(billing.checkout, terms, by)
}

async function addUnpricedPlan({ database }: Setup): Promise<string> {
  const id = proofIds.uuid()
  const terms = { credits_micros: 1_000_000n, price_minor: 100n, currency: 'eur' }
  await database
    .insertInto('plans')
    .values({ id, name: `Plan ${id}`, ...terms })
    .execute()
  return id
}

type Offers = { products: number; prices: number }

function countOffers({ sim }: Setup): Offers {
  return { products: sim.account.products.size, prices: sim.account.prices.size }
}

function isOneMore(before: Offers, after: Offers): boolean {
  return after.products === before.products + 1 && after.prices === before.prices + 1
}
