// Lets companies fall below the threshold of their automatic top-up again and again while the payment provider's responses and
// events go wrong and the workers that pay are killed, and compares what the provider charged with what was credited.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { setTopUp } from '@gatehouse/billing/top-up-settings'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Random } from '../../kit/seeded-random.ts'
import { seededRandom } from '../../kit/seeded-random.ts'
import {
  type BillingSetup,
  openBillingSetup,
  proofIds,
  signingSecret,
} from '../../billing/webhook/open-billing-setup.ts'
import { amongKilledWorkers } from './killed-workers.ts'

export type PaymentPlan = { companies: number; parallel: number; workers: number; killEveryMs: number }

export type PaymentResult = {
  runs: number
  kills: number
  doubled: number
  missed: number
  beyond: number
  faults: string[]
}

// The fourth crossing of each company is beyond its maximum.
const crossings = 4
const packsMax = 3
const by = { actor: { kind: 'operator', id: 'proof' } } as const

type Run = BillingSetup & { random: Random; faults: string[] }
type Buyer = { companyId: string; customerId: string; packId: string; priceMinor: number }

export async function payUnderFaults(
  scope: AsyncDisposableStack,
  databaseUrl: string,
  plan: PaymentPlan,
): Promise<PaymentResult> {
  const setup = scope.use(await openBillingSetup({ databaseUrl, seed: 'top-ups' }))
  const run: Run = { ...setup, random: seededRandom('top-ups'), faults: [] }
  await receiveEvents(run, scope)
  const buyers: Buyer[] = []
  for (let number = 0; number < plan.companies; number += 1) buyers.push(await addBuyer(run))
  const { sim } = run
  const order = { kind: 'top-ups', databaseUrl, apiUrl: sim.baseUrl, apiKey: sim.apiKey } as const
  const { kills } = await amongKilledWorkers(order, plan, async () => {
    const waiting = [...buyers]
    const buyOnAndOn = async () => {
      for (let buyer = waiting.shift(); buyer; buyer = waiting.shift()) await fallBelow(run, buyer)
    }
    await Promise.all(Array.from({ length: plan.parallel }, buyOnAndOn))
  })
  sim.clearPlans()
  await sim.releaseDeliveries('shuffled')
  await sim.idle()
  return { runs: plan.companies * crossings, kills, ...(await judge(run, buyers)), faults: run.faults }
}

/** The webhook, in this process: events are delivered to it in whatever way the faults make of them. */
async function receiveEvents({ billing, sim }: Run, scope: AsyncDisposableStack): Promise<void> {
  const server = createServer((request, response) => {
    void (async () => {
      const signature = request.headers['stripe-signature']
      const event = billing.verifyEvent(
        await buffer(request),
        typeof signature === 'string' ? signature : undefined,
      )
      if (event) await billing.inbox.receive(event)
      response.writeHead(event ? 200 : 400).end()
    })().catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  sim.addEndpoint({
    url: `http://127.0.0.1:${port}/`,
    secrets: [signingSecret],
    events: registeredEventTypes,
  })
}

/** Buys a pack by hand, which saves the card, and turns the automatic top-up on. */
async function addBuyer(run: Run): Promise<Buyer> {
  const { billing, sim, packs, database } = run
  const pack = packs.find(({ priceMinor }) => priceMinor > 0)
  if (!pack) throw new Error('the setup has no pack')
  const companyId = await run.addCompany()
  const { sessionId } = await startPackCheckout(billing.checkout, pack.id, { companyId, userId: null })
  await sim.pay(sessionId)
  const { provider_customer_id: customerId } = await database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const buyer = { companyId, customerId, packId: pack.id, priceMinor: pack.priceMinor }
  await turnOn(run, buyer)
  return buyer
}

function turnOn({ billing }: Run, { companyId, packId, priceMinor }: Buyer): Promise<void> {
  const toMonthlyMaxMinor = () => BigInt(priceMinor * packsMax)
  return setTopUp(billing.checkout, { companyId, packId, thresholdMicros: 1_000_000n, toMonthlyMaxMinor }, by)
}

async function fallBelow(run: Run, buyer: Buyer): Promise<void> {
  const { companyId, customerId } = buyer
  for (let crossing = 1; crossing <= crossings; crossing += 1) {
    planFault(run)
    const isDeclined = crossing <= packsMax && run.random.fraction() < 0.15
    if (isDeclined) run.sim.setPaymentBehaviour(customerId, run.random.pick(['declines', 'requires_action']))
    await empty(run, companyId)
    if (isDeclined) {
      await untilCount(
        run,
        companyId,
        `select count(*)::int as count from top_up_settings where company_id = $1 and stopped_at is not null`,
        1,
      )
      run.sim.setPaymentBehaviour(customerId, 'succeeds')
      await repeatUntilDone(() => turnOn(run, buyer))
    }
    if (crossing <= packsMax)
      await untilCount(
        run,
        companyId,
        `select count(*)::int as count from top_ups where company_id = $1 and status = 'COMPLETED'`,
        crossing,
      )
    else
      await untilCount(
        run,
        companyId,
        `select count(*)::int as count from billing_notices where company_id = $1 and kind = 'top_up.maximum_reached'`,
        1,
      )
  }
}

const apiPaths = [/^\/v1\/invoices$/, /^\/v1\/invoiceitems$/, /\/finalize$/, /\/pay$/, /\/pay$/, /\/void$/]

function planFault({ sim, random }: Run): void {
  const path = random.pick(apiPaths)
  const kind = random.pick([
    'reset_after',
    'reset_after',
    'reset_before',
    'server_error',
    'rate_limit',
  ] as const)
  // The SDK repeats a request twice; three faults are what the caller sees.
  sim.planApi({
    fault: { kind },
    times: random.pick([1, 3]),
    when: (request) => request.method === 'POST' && path.test(request.path),
  })
  const copies = random.integer(1, 4)
  sim.planDelivery({
    type: 'invoice.paid',
    faults: [
      random.pick([
        { kind: 'duplicate', copies },
        { kind: 'drop' },
        { kind: 'lose_answer' },
        { kind: 'emit_again' },
        { kind: 'parallel' },
      ] as const),
    ],
  })
  const hold = random.fraction()
  if (hold < 0.2) sim.holdDeliveries()
  else if (hold < 0.5) void sim.releaseDeliveries('shuffled')
}

/** Spends all credits. */
async function empty({ postgres }: Run, companyId: string): Promise<void> {
  await postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'ADJUSTMENT', 'ADJUSTMENT',
       -(select balance_micros from credit_accounts where owner_id = $2), $3, null, null, null, 'proof')`,
    [proofIds.uuid(), companyId, `adjustment:${proofIds.uuid()}`],
  )
}

async function untilCount(run: Run, companyId: string, text: string, count: number): Promise<void> {
  const isReached = async () => {
    const { rows } = await run.postgres.query<{ count: number }>(text, [companyId])
    return (rows[0]?.count ?? 0) >= count
  }
  await waitUntil(isReached, { withinMs: 120_000, what: `${count}: ${text}` }).catch((thrown: unknown) => {
    run.faults.push(`${companyId}: ${String(thrown)}`)
  })
}

/** Turning it on asks the provider whether a card is saved, which may meet a planned fault too. */
async function repeatUntilDone(work: () => Promise<void>): Promise<void> {
  await waitUntil(
    () =>
      work().then(
        () => true,
        () => false,
      ),
    { withinMs: 60_000, what: 'the automatic top-up is turned on again' },
  )
}

/** Compares each company's paid invoices at the provider with the packs credited to it. */
async function judge({ sim, postgres }: Run, buyers: readonly Buyer[]) {
  const result = { doubled: 0, missed: 0, beyond: 0 }
  for (const { companyId, customerId } of buyers) {
    const charged =
      [...sim.account.charges.values()].filter(({ customer, paid }) => customer === customerId && paid)
        .length - 1
    const { rows } = await postgres.query<{ credited: number; wanted: number }>(
      `select (select count(*)::int from credit_transfers where owner_id = $1 and type = 'PACK_PURCHASE') - 1 as credited,
              (select count(*)::int from top_ups where company_id = $1 and status <> 'FAILED') as wanted`,
      [companyId],
    )
    const { credited = 0, wanted = 0 } = rows[0] ?? {}
    result.doubled += Math.max(0, charged - wanted) + Math.max(0, credited - charged)
    result.missed += Math.max(0, packsMax - credited) + Math.max(0, charged - credited)
    result.beyond += Math.max(0, charged - packsMax)
  }
  return result
}
