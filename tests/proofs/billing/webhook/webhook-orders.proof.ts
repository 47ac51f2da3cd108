import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { reconcile } from '@gatehouse/credits/reconcile'
import { driftsOf } from '@gatehouse/credits/reconciliation-report'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Random } from '../../../simulation/engine/random.ts'
import { type Proof, judged } from '../../proof.ts'
import { startDatabases } from '../../kit/servers.ts'
import { clearLedger, readBeginning } from './clear-ledger.ts'
import { comeToRest, countUnfinished, deliverOrder, receive } from './deliver-order.ts'
import { expectBalance } from './expect-balance.ts'
import { type BillingSetup, openBillingSetup, silentLogger, proofIds } from './open-billing-setup.ts'
import { type HistoryCounts, playHistory } from './play-history.ts'
import { differences, type LedgerView, readLedger } from './read-ledger.ts'

const lanes = 4
const ordersMin = 2_000

type Totals = {
  histories: number
  orders: number
  delivered: number
  duplicates: number
  lost: number
  replays: number
  divergences: string[]
  actions: HistoryCounts
}

export const proof: Proof = {
  name: 'webhook-orders',
  tier: 'push',
  claim:
    'whatever the order, duplicates and losses of the provider’s messages, the ledger ends the same, and the inbox alone rebuilds it',
  bar: `0 divergences in ≥ ${ordersMin} orders`,
  async run({ progress, isShort }) {
    const [histories, ordersEach] = isShort ? [2, 3] : [80, 26]
    const seed = isShort ? 3 : Date.now() % 1_000_000
    progress(`seed ${seed}`)
    await using scope = new AsyncDisposableStack()
    const databases = await startDatabases(scope)
    const totals: Totals = {
      histories: 0,
      orders: 0,
      delivered: 0,
      duplicates: 0,
      lost: 0,
      replays: 0,
      divergences: [],
      actions: {},
    }
    let next = 0
    const runLane = async () => {
      await using database = await databases.clone()
      for (let history = next++; history < histories; history = next++) {
        const order = { databaseUrl: database.url, seed: seed + history, orders: ordersEach, progress }
        await tryHistory(order, totals)
        progress(describe(totals))
      }
    }
    await Promise.all(Array.from({ length: Math.min(lanes, histories) }, runLane))
    const isEnough = isShort || totals.orders >= ordersMin
    return judged({
      figure: `${totals.divergences.length} divergences in ${totals.orders} orders of ${totals.histories} histories, ${totals.delivered} messages delivered, ${totals.duplicates} of them twice, ${totals.lost} lost and swept, ${totals.replays} replays into an empty database`,
      isPassed: totals.divergences.length === 0 && isEnough,
    })
  },
}

type HistoryOrder = {
  databaseUrl: string
  seed: number
  orders: number
  progress: (text: string) => void
}

async function tryHistory(
  { databaseUrl, seed, orders, progress }: HistoryOrder,
  totals: Totals,
): Promise<void> {
  // The proof is not about power failures, and thousands of small transactions need not wait for the disk.
  const settings = { synchronous_commit: 'off' }
  await using setup = await openBillingSetup({ databaseUrl, seed: String(seed), settings, eventDays: 4_000 })
  const random = new Random(seed)
  await clearLedger(setup)
  const actions = await playHistory(setup, random, await setup.addCompany())
  const beginning = await readBeginning(setup.database)
  let reference: LedgerView | undefined
  const judge = async (what: string) => {
    const faults = await findFaults(setup, reference, `history ${seed}, ${what}`)
    for (const fault of faults.slice(0, 4)) progress(fault)
    totals.divergences.push(...faults)
  }
  for (let order = 0; order < orders; order += 1) {
    // Half of the time our own record of started purchases is lost as well: the provider's objects are enough.
    await clearLedger(setup, order === 0 || random.chance(0.5) ? beginning : undefined)
    const counts = await deliverOrder(setup, { random, isShuffled: order > 0 })
    await judge(`order ${order}`)
    reference ??= await readLedger(setup.postgres)
    totals.orders += 1
    totals.delivered += counts.delivered
    totals.duplicates += counts.duplicates
    totals.lost += counts.lost
  }
  await replayInbox(setup)
  await judge('replay of the inbox')
  totals.replays += 1
  totals.histories += 1
  for (const [name, count] of Object.entries(actions))
    totals.actions[name] = (totals.actions[name] ?? 0) + count
}

/** Replays the whole inbox into an empty database, in the order received. */
async function replayInbox(setup: BillingSetup): Promise<void> {
  const { rows } = await setup.postgres.query<{ payload: Parameters<typeof receive>[1] }>(
    'select payload from provider_events order by received_at, id',
  )
  await clearLedger(setup)
  for (const { payload } of rows) await receive(setup, payload)
  await comeToRest(setup)
}

async function findFaults(
  setup: BillingSetup,
  reference: LedgerView | undefined,
  where: string,
): Promise<string[]> {
  const view = await readLedger(setup.postgres)
  const faults: string[] = []
  const expected = expectBalance(setup)
  if (view.balanceMicros !== expected)
    faults.push(`${where}: the balance is ${view.balanceMicros}, the provider’s objects give ${expected}`)
  if (reference) faults.push(...differences(reference, view).map((line) => `${where}: ${line}`))
  const unfinished = await countUnfinished(setup)
  if (unfinished > 0) faults.push(`${where}: ${unfinished} messages could not be applied`)
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(setup.postgres)), ids: proofIds })
  const clock = createSystemClock()
  const inspectPayments = createInspectPayments({ postgres: setup.postgres, clock })
  const deps = { clock, logger: silentLogger, ledger, inspectPayments }
  const { outcomes } = await reconcile(deps, { canFreeze: false })
  const drifts = Object.entries(outcomes).flatMap(([id, outcome]) =>
    driftsOf(outcome).map(({ what }) => `${where}: drift ${id} ${what}`),
  )
  return [...faults, ...drifts]
}

function describe({ orders, histories, divergences, actions }: Totals): string {
  const done = Object.entries(actions).map(([name, count]) => `${count} × ${name}`)
  return `${histories} histories, ${orders} orders, ${divergences.length} divergences; ${done.join(', ')}`
}
