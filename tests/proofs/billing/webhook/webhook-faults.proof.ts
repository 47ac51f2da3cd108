import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { reconcile } from '@gatehouse/credits/reconcile'
import { driftsOf } from '@gatehouse/credits/reconciliation-report'
import { sweptEventTypes } from '@gatehouse/billing/provider-event'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { type Proof, judged } from '../../proof.ts'
import { clearLedger, readBeginning } from './clear-ledger.ts'
import { comeToRest, receive } from './deliver-order.ts'
import { type BackendSetup, openBackendSetup } from './open-backend-setup.ts'
import { silentLogger, proofIds } from './open-billing-setup.ts'
import { differences, readLedger } from './read-ledger.ts'
import { catalogScenarios } from './scenarios/catalog-scenarios.ts'
import { deliveryScenarios } from './scenarios/delivery-scenarios.ts'
import { purchaseScenarios } from './scenarios/purchase-scenarios.ts'
import { createSetup, type Scenario, type Setup } from './scenarios/scenario.ts'
import { subscriptionScenarios } from './scenarios/subscription-scenarios.ts'

const scenarios: readonly Scenario[] = [
  ...deliveryScenarios,
  ...purchaseScenarios,
  ...subscriptionScenarios,
  ...catalogScenarios,
]

export const proof: Proof = {
  name: 'webhook-faults',
  tier: 'push',
  claim:
    'whatever fails between the payment provider and the webhook, every balance is exact and nothing drifts',
  bar: 'all scenarios',
  async run({ progress, isShort }) {
    // The short form takes every fifth scenario that does not restart the backend.
    const chosen = isShort
      ? scenarios.filter(({ isSlow }) => !isSlow).filter((_, at) => at % 5 === 0)
      : scenarios
    await using backend = await openBackendSetup({ seed: 'faults' })
    let passed = 0
    for (const scenario of chosen) {
      const fault = await tryScenario(backend, scenario)
      if (fault === undefined) passed += 1
      progress(`${scenario.number} ${scenario.name}: ${fault ?? 'ok'}`)
    }
    const fault = await replayAll(backend)
    if (fault === undefined) passed += 1
    progress(`50 the whole inbox replayed into an empty database: ${fault ?? 'ok'}`)
    const total = chosen.length + 1
    const numbers = new Set(chosen.map(({ number }) => number)).size + 1
    return judged({
      figure: `${passed} of ${total} scenarios passed (${numbers} of the study’s numbers)`,
      isPassed: passed === total,
    })
  },
}

async function tryScenario(backend: BackendSetup, scenario: Scenario): Promise<string | undefined> {
  const setup = createSetup(backend, await backend.addCompany())
  try {
    const expected = await scenario.run(setup)
    await setup.settle()
    const balance = await setup.balanceCredits()
    if (balance !== expected) return `the balance is ${balance} instead of ${expected}`
    return await findDrift(setup)
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } finally {
    await endScenario(setup)
  }
}

/** Ends live subscriptions, which would otherwise be renewed when later scenarios move the clock. */
async function endScenario({ sim, stripe, proxy }: Setup): Promise<void> {
  sim.clearPlans()
  await proxy.heal()
  await sim.releaseDeliveries()
  for (const { id, status } of sim.account.subscriptions.values())
    if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
  await sim.idle()
}

const swept: ReadonlySet<string> = new Set(sweptEventTypes)

async function findDrift({ sim, postgres }: BackendSetup): Promise<string | undefined> {
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(postgres)), ids: proofIds })
  const clock = createSystemClock()
  const inspectPayments = createInspectPayments({ postgres, clock })
  const deps = { clock, logger: silentLogger, ledger, inspectPayments }
  const { outcomes } = await reconcile(deps, { canFreeze: false })
  for (const [id, outcome] of Object.entries(outcomes))
    for (const { what, ownerId } of driftsOf(outcome)) return `drift ${id}: ${what} of ${ownerId}`
  const { rows } = await postgres.query<{ id: string }>('select id from provider_events')
  const known = new Set(rows.map(({ id }) => id))
  const oldest = sim.nowSeconds() - 29 * 86_400
  const missing = sim.events.find(
    ({ id, type, created }) => swept.has(type) && created >= oldest && !known.has(id),
  )
  return missing && `${missing.type} ${missing.id} is not in the inbox`
}

const unpaid = { status: 'PENDING', paid_minor: null, completed_at: null, mismatch: null } as const

/**
 * Replays the inbox into an empty ledger and compares. State that no message carries is kept or restored: manual
 * adjustments, and purchases that the provider's messages do not mention. Whether an invoice was voided is fetched
 * again.
 */
async function replayAll(backend: BackendSetup): Promise<string | undefined> {
  const { postgres } = backend
  const before = await readLedger(postgres)
  await backend.killBackend()
  const { rows } = await postgres.query<{ payload: Parameters<typeof receive>[1] }>(
    'select payload from provider_events order by received_at, id',
  )
  const byHand = await postgres.query<{ call: string }>(
    `select format('select post_transfer(%L, %L, ''COMPANY'', %L, %L, %L, %L, null)', id, owner_id, counter_account,
                   type, amount_micros, business_key) as call
       from credit_transfers where type = 'ADJUSTMENT'`,
  )
  const beginning = await readBeginning(backend.database)
  const named = new Set(
    [...backend.sim.account.sessions.values()].map(({ metadata }) => metadata?.['purchase_id']),
  )
  const purchases = beginning.purchases
    .filter(({ id, status }) => status === 'PENDING' || !named.has(id))
    .map((row) => Object.assign(row, unpaid))
  await clearLedger(backend, { purchases, customers: [] })
  for (const { payload } of rows) await receive(backend, payload)
  for (const { call } of byHand.rows) await postgres.query(call)
  await comeToRest(backend)
  await postgres.query(`update invoices set next_check_at = now() where status = 'OPEN'`)
  await backend.billing.jobs.find(({ name }) => name === 'check invoices')?.run()
  const found = differences(before, await readLedger(postgres))
  return found.length === 0 ? undefined : found.join('; ')
}
