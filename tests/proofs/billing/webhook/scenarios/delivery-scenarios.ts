// Scenarios 1 to 10: what can happen to a message in transit.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { must, type Scenario, type Setup } from './scenario.ts'

const completed = 'checkout.session.completed'
const hours = 3_600

export const deliveryScenarios: readonly Scenario[] = [
  {
    number: 1,
    name: 'the same event 50 times concurrently',
    async run({ sim, buy }) {
      sim.planDelivery({ type: completed, faults: [{ kind: 'duplicate', copies: 49 }] })
      await buy()
      return 100
    },
  },
  {
    number: 2,
    name: 'the same fact under two event ids',
    async run({ sim, buy }) {
      sim.planDelivery({ type: completed, faults: [{ kind: 'emit_again' }] })
      await buy()
      return 100
    },
  },
  {
    number: 3,
    name: 'the answer is lost after the commit, and the event is redelivered',
    async run({ sim, buy, balanceCredits }) {
      sim.planDelivery({ type: completed, faults: [{ kind: 'lose_answer' }] })
      await buy()
      must((await balanceCredits()) === 100, 'it was committed before the answer was lost')
      await sim.advanceBy(300)
      const last = sim.deliveries.at(-1)
      must(last?.attempt === 2 && last.outcome.kind === 'answered', 'the provider tried again')
      return 100
    },
  },
  {
    number: 4,
    name: 'killed between storing the event and applying it',
    isSlow: true,
    async run(setup) {
      await dieWhile(setup, 'lock table credit_pack_purchases in access exclusive mode')
      return 100
    },
  },
  {
    number: 5,
    name: 'killed inside the transaction that applies it',
    isSlow: true,
    async run(setup) {
      await setup.buy()
      const lock = `select from credit_accounts where owner_id = '${setup.companyId}' for update`
      await dieWhile(setup, lock)
      return 200
    },
  },
  {
    number: 6,
    name: 'no database during the delivery: 503, and the retry succeeds',
    async run({ sim, proxy, begin, balanceCredits }) {
      const { sessionId } = await begin()
      await proxy.set({ kind: 'reset' })
      await sim.pay(sessionId)
      const { outcome } = sim.deliveries.at(-1) ?? {}
      must(outcome?.kind === 'answered' && outcome.status === 503, 'it was refused with 503')
      await proxy.heal()
      must((await balanceCredits()) === 0, 'nothing was stored')
      await sim.advanceBy(300)
      return 100
    },
  },
  {
    number: 7,
    name: 'first delivered after 71 hours',
    async run({ sim, buy, balanceCredits }) {
      sim.planDelivery({ type: completed, faults: [{ kind: 'delay', seconds: 71 * hours }] })
      await buy()
      must((await balanceCredits()) === 0, 'it was not delivered yet')
      await sim.advanceBy(71 * hours)
      must((await balanceCredits()) === 100, 'it was credited on arrival')
      return 100
    },
  },
  {
    number: 7,
    name: 'a copy, after 71 hours, of an event that was applied immediately',
    async run({ sim, buy }) {
      const faults = [{ kind: 'duplicate', copies: 1, afterSeconds: 71 * hours }] as const
      sim.planDelivery({ type: completed, faults })
      await buy()
      await sim.advanceBy(71 * hours)
      must(sim.deliveries.at(-1)?.outcome.kind === 'answered', 'the copy was delivered')
      return 100
    },
  },
  {
    number: 8,
    name: 'never delivered: the sweep finds it',
    async run({ sim, buy, settle, balanceCredits }) {
      sim.planDelivery({ type: completed, faults: [{ kind: 'drop' }] })
      await buy()
      must((await balanceCredits()) === 0, 'the event is unknown to us')
      await settle()
      must((await balanceCredits()) === 100, 'the sweep found it')
      return 100
    },
  },
  {
    number: 9,
    name: 'the sweep and the webhook deliver it concurrently',
    async run({ sim, billing, buy }) {
      sim.holdDeliveries()
      await buy()
      await Promise.all([
        sim.releaseDeliveries(),
        billing.sweep().then(() => billing.inbox.retryDue()),
        billing.sweep().then(() => billing.inbox.retryDue()),
      ])
      return 100
    },
  },
  {
    number: 10,
    name: 'the buyer’s page, the webhook and the sweep race',
    async run({ sim, billing, buy }) {
      sim.holdDeliveries()
      const { purchaseId } = await buy()
      await Promise.all([
        billing.syncPurchase(purchaseId),
        sim.releaseDeliveries('all_at_once'),
        billing.sweep().then(() => billing.inbox.retryDue()),
        billing.syncPurchase(purchaseId),
      ])
      return 100
    },
  },
]

/** Pays while a lock keeps the backend from applying the event, and kills the backend at that point. */
async function dieWhile(setup: Setup, lock: string): Promise<void> {
  const { sim, postgres, begin, one, killBackend, startBackend } = setup
  const { sessionId } = await begin()
  const blocker = await postgres.connect()
  try {
    await blocker.query('begin')
    await blocker.query(lock)
    const paying = sim.pay(sessionId)
    const isWaiting = async () => {
      const { count } = await one<{ count: bigint }>(
        `select count(*) as count from pg_stat_activity
          where application_name = 'gatehouse backend billing' and wait_event_type = 'Lock'`,
      )
      return Number(count) > 0
    }
    await waitUntil(isWaiting, { withinMs: 20_000, what: 'the backend is applying the event' })
    await killBackend()
    await paying
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  const { count } = await one<{ count: bigint }>(
    `select count(*) as count from provider_events where status = 'RECEIVED'`,
  )
  must(Number(count) === 1, 'the event was stored and not applied')
  await startBackend()
}
