import type { FinishedCall } from '@gatehouse/calls/call'
import type { Settler } from '@gatehouse/credits/create-settler'
import { defaultSettlerLimits } from '@gatehouse/credits/settler-options'
import { describeNode } from '../kit/describe-node.ts'
import { percentile } from '../kit/percentile.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { buildBareBatch, measureBare } from './bare-settlement.ts'
import { type Company, addCompanies, finishCall, pickFrom, startLedger } from './ledger-setup.ts'

const ofBareMin = 0.7
// CI's machine is shared and its rounds last a second; there the ledger only has to add up.
const ofBareMinShort = 0
const hotOfSpreadMin = 0.8
// Both sides commit the same number of calls at a time.
const batchSize = defaultSettlerLimits.batchSizeMax
// Calls in flight: as many as a busy gateway has streams that end at about the same time.
const outstandingMax = 4_000

type Pair = [number, number]
type Rate = { bare: number; ours: number; ratio: number }

export const proof: Proof = {
  name: 'settle-throughput',
  tier: 'night',
  claim: 'calls are settled nearly as fast as Postgres can write their rows',
  bar: `≥ ${ofBareMin} of bare Postgres on equally many connections, for one company and for 1,000; one company ≥ ${hotOfSpreadMin} of the rate of 1,000`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const ledger = await startLedger(scope)
    const hotCompanies = await addCompanies(ledger.database, 1)
    const spreadCompanies = await addCompanies(ledger.database, 1_000)
    context.progress('1 and 1,000 companies have credits')
    const rounds = context.isShort ? 1 : 7
    const callsPerRound = context.isShort ? 8_000 : 100_000
    const hot: Rate[] = []
    const spread: Rate[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const measure = (companies: readonly Company[]) => measureRound(ledger, companies, callsPerRound)
      const [hotRate, spreadRate] = [await measure(hotCompanies), await measure(spreadCompanies)]
      report(context, round, hotRate, spreadRate)
      // The first round warms caches, plans and the compiler.
      if (round > 0) {
        hot.push(hotRate)
        spread.push(spreadRate)
      }
    }
    await assertConsistent(ledger)
    const median = (rates: readonly Rate[], of: (rate: Rate) => number) => percentile(rates.map(of), 0.5)
    const [hotRatio, spreadRatio] = [hot, spread].map((rates) => median(rates, ({ ratio }) => ratio)) as Pair
    const [hotPerSecond, spreadPerSecond] = [hot, spread].map((rates) =>
      median(rates, ({ ours }) => ours),
    ) as Pair
    const hotOfSpread = hotPerSecond / spreadPerSecond
    return judged({
      figure:
        `one company ${hotRatio.toFixed(2)} of bare (${Math.round(hotPerSecond)}/s), ` +
        `1,000 companies ${spreadRatio.toFixed(2)} of bare (${Math.round(spreadPerSecond)}/s), ` +
        `one of 1,000 ${hotOfSpread.toFixed(2)}; ${describeNode()}`,
      isPassed: context.isShort
        ? Math.min(hotRatio, spreadRatio) >= ofBareMinShort
        : hotRatio >= ofBareMin && spreadRatio >= ofBareMin && hotOfSpread >= hotOfSpreadMin,
    })
  },
  async tryTools(scope) {
    const ledger = await startLedger(scope)
    await measureRound(ledger, await addCompanies(ledger.database, 1), batchSize)
    await assertConsistent(ledger)
    await ledger.postgres.query('update credit_accounts set charged_micros = charged_micros + 1')
    const isNoticed = await assertConsistent(ledger).then(
      () => false,
      () => true,
    )
    if (!isNoticed) throw new Error('a ledger that does not add up was not noticed')
  },
}

type Ledger = Awaited<ReturnType<typeof startLedger>>

async function measureRound(ledger: Ledger, companies: readonly Company[], calls: number): Promise<Rate> {
  const make = (count: number, only: (index: number) => boolean): FinishedCall[] => {
    const chosen = companies.filter((_company, index) => only(index))
    return Array.from({ length: count }, () => finishCall(pickFrom(chosen)))
  }
  // As many connections as the settler uses: all calls of a company take the same lane.
  const laneCount = Math.min(companies.length, defaultSettlerLimits.lanes)
  const lanes = Array.from({ length: laneCount }, (_, lane) => {
    const own = make(calls / laneCount, (index) => index % laneCount === lane)
    return Array.from({ length: own.length / batchSize }, (_batch, index) =>
      buildBareBatch(own.slice(index * batchSize, (index + 1) * batchSize)),
    )
  })
  const ourCalls = make(calls, () => true)
  await ledger.postgres.query('checkpoint')
  const bare = calls / (await measureBare(ledger.server.url, lanes))
  await ledger.postgres.query('checkpoint')
  const ours = calls / (await measureSettler(ledger.settler, ourCalls))
  return { bare, ours, ratio: ours / bare }
}

async function measureSettler(settler: Settler, calls: readonly FinishedCall[]): Promise<number> {
  let next = 0
  const settleMore = async () => {
    for (let call = calls[next]; call; call = calls[next]) {
      next += 1
      await settler.settle(call)
      settler.delivered(call.id)
    }
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: outstandingMax }, settleMore))
  return (performance.now() - startedMs) / 1_000
}

async function assertConsistent({ postgres }: Ledger): Promise<void> {
  const { rows } = await postgres.query<Record<string, bigint>>({
    text: `select (select sum(charged_micros) from calls)::bigint as calls,
                  (select sum(charged_micros) from usage_rollups)::bigint as rollups,
                  (select sum(charged_micros) from credit_accounts)::bigint as accounts,
                  (select sum(balance_micros) from credit_accounts)::bigint as balances,
                  (select sum(remaining_micros) from credit_lots)::bigint as lots`,
  })
  const sums = rows[0] ?? {}
  if (
    sums['calls'] !== sums['rollups'] ||
    sums['calls'] !== sums['accounts'] ||
    sums['balances'] !== sums['lots']
  ) {
    throw new Error(`the ledger does not add up: ${Object.entries(sums).join(', ')}`)
  }
}

function report({ progress }: ProofContext, round: number, hot: Rate, spread: Rate): void {
  const describe = (name: string, { bare, ours, ratio }: Rate) =>
    `${name} ${Math.round(ours)}/s of ${Math.round(bare)}/s bare (${ratio.toFixed(2)})`
  const label = round === 0 ? 'warm-up' : `round ${round}`
  progress(`${label}: ${describe('one company', hot)}; ${describe('1,000 companies', spread)}`)
}
