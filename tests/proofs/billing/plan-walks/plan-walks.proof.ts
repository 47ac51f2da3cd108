import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { reconcile } from '@gatehouse/credits/reconcile'
import { describeDrift, driftsOf } from '@gatehouse/credits/reconciliation-report'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Random } from '../../../simulation/engine/random.ts'
import { judgeWalk } from './judge-walk.ts'
import { cheats, plantCheat } from './plant-cheats.ts'
import { firstStep, steps } from './steps.ts'
import { beginWalk, count, deliverSome, liveSubscriptions } from './walk.ts'
import { countUnfinished } from '../webhook/deliver-order.ts'
import { type BillingSetup, openBillingSetup, silentLogger, proofIds } from '../webhook/open-billing-setup.ts'
import { type Proof, judged } from '../../proof.ts'
import { startDatabases } from '../../kit/servers.ts'

const walksMin = 2_000
const lanes = 3
// Each setup has its own provider, whose lists would otherwise grow long.
const walksPerSetup = 20

type Totals = {
  walks: number
  steps: number
  more: string[]
  fewer: string[]
  other: string[]
  counts: Record<string, number>
}

export const proof: Proof = {
  name: 'plan-walks',
  tier: 'daily',
  claim:
    'whatever a company does with plans, trials, refunds, disputes and its balance, it has exactly the credits that it paid for',
  bar: `0 companies with more and 0 with fewer credits in ≥ ${walksMin} walks, ${cheats.length} of ${cheats.length} cheats found`,
  async run({ progress, isShort }) {
    const walks = isShort ? 8 : walksMin
    const seed = isShort ? 5 : Date.now() % 1_000_000
    progress(`seed ${seed}`)
    await using scope = new AsyncDisposableStack()
    const databases = await startDatabases(scope)
    const totals: Totals = { walks: 0, steps: 0, more: [], fewer: [], other: [], counts: {} }
    let next = 0
    const runLane = async () => {
      for (let first = takeWalks(); first < walks; first = takeWalks()) {
        await using database = await databases.clone()
        await using setup = await openSetup(database.url, seed + first)
        const last = Math.min(first + walksPerSetup, walks)
        for (let walk = first; walk < last; walk += 1) await tryWalk(setup, seed + walk, { totals, progress })
        totals.other.push(...(await findFaults(setup)))
        progress(describe(totals))
      }
    }
    function takeWalks(): number {
      next += walksPerSetup
      return next - walksPerSetup
    }
    await Promise.all(Array.from({ length: Math.min(lanes, Math.ceil(walks / walksPerSetup)) }, runLane))
    await using database = await databases.clone()
    const found = await findCheats(database.url, progress)
    for (const fault of totals.other.slice(0, 10)) progress(fault)
    const { more, fewer, other } = totals
    return judged({
      figure: `${more.length} with more and ${fewer.length} with fewer credits than were paid for in ${totals.walks} walks of ${totals.steps} steps, ${other.length} other faults; ${found} of ${cheats.length} cheats found`,
      isPassed:
        more.length + fewer.length + other.length === 0 && totals.walks >= walks && found === cheats.length,
    })
  },
}

async function openSetup(databaseUrl: string, seed: number): Promise<BillingSetup> {
  return openBillingSetup({
    databaseUrl,
    seed: String(seed),
    // This proof does not test power failures, so commits need not wait for the disk.
    settings: { synchronous_commit: 'off' },
    eventDays: 40_000,
    morePlans: [
      { credits: 6_000, priceMinor: 40_000, interval: 'year' },
      { credits: 30_000, priceMinor: 120_000, interval: 'year', trialDays: 30, trialCredits: 70 },
      // A far worse rate than the others: credit for its unused time must not buy credits at a better plan's rate.
      { credits: 10, priceMinor: 3_900 },
    ],
  })
}

type Reporting = { totals: Totals; progress: (text: string) => void }

async function tryWalk(setup: BillingSetup, seed: number, { totals, progress }: Reporting): Promise<void> {
  const random = new Random(seed)
  const walk = await beginWalk(setup, random)
  const length = random.between(8, 16)
  for (let at = 0; at < length; at += 1) {
    // Without a plan few steps are possible.
    const [name, step] =
      liveSubscriptions(walk).length === 0 && random.chance(0.7) ? firstStep : random.pick(steps)
    if (!(await step(walk))) continue
    count(walk, name)
    totals.steps += 1
    await deliverSome(walk)
  }
  const { more, fewer, other } = await judgeWalk(walk, `walk ${seed}`)
  for (const fault of [...more, ...fewer, ...other]) progress(fault)
  totals.more.push(...more)
  totals.fewer.push(...fewer)
  totals.other.push(...other)
  totals.walks += 1
  for (const [name, times] of Object.entries(walk.counts))
    totals.counts[name] = (totals.counts[name] ?? 0) + times
  // A live subscription would be renewed during the months of the next walk.
  for (const { id, status, customer } of setup.sim.account.subscriptions.values())
    if (customer === walk.customerId && status !== 'canceled' && status !== 'incomplete_expired')
      await setup.stripe.subscriptions.cancel(id)
}

async function findFaults(setup: BillingSetup): Promise<string[]> {
  const drifts = await findDrifts(setup)
  const unfinished = await countUnfinished(setup)
  return unfinished === 0 ? drifts : [...drifts, `${unfinished} messages could not be applied`]
}

/** Finds drifts in the ledger. If a company is given, its payments are also compared with the provider's objects. */
async function findDrifts({ postgres, billing }: BillingSetup, ownerId?: string): Promise<string[]> {
  const clock = createSystemClock()
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(postgres)), ids: proofIds })
  const provider = ownerId === undefined ? undefined : billing.events.provider
  const inspectPayments = createInspectPayments({ postgres, clock, provider })
  const deps = { clock, logger: silentLogger, ledger, inspectPayments }
  const { outcomes } = await reconcile(deps, { canFreeze: false, ownerId })
  return Object.entries(outcomes).flatMap(([id, outcome]) =>
    driftsOf(outcome).map((drift) => `drift ${id}: ${describeDrift(drift)}`),
  )
}

async function findCheats(databaseUrl: string, progress: (text: string) => void): Promise<number> {
  await using setup = await openSetup(databaseUrl, 1)
  let found = 0
  for (const cheat of cheats) {
    const companyId = await plantCheat(setup, cheat)
    const [drift] = await findDrifts(setup, companyId)
    if (drift !== undefined) found += 1
    progress(`${cheat.name}: ${drift ?? 'not found'}`)
  }
  return found
}

function describe({ walks, steps: taken, more, fewer, counts }: Totals): string {
  const done = Object.entries(counts).map(([name, times]) => `${times} × ${name}`)
  return `${walks} walks, ${taken} steps, ${more.length} with more, ${fewer.length} with fewer; ${done.join(', ')}`
}
