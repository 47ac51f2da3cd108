import { type LimitsWorkers, startLimitsWorkers } from './limits-workers.ts'
import { type BudgetPlan, type BudgetResult, scopes, spendBudgets } from './spend-budgets.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { crossThresholds } from './budgets/cross-thresholds.ts'
import { payUnderFaults } from './budgets/pay-under-faults.ts'
import { connectToDatabase, startDatabase, startServers } from '../kit/servers.ts'
import type { Postgres } from '@gatehouse/postgres/create-postgres'

const processes = 4
const overshootMax = 1
const rounds = { short: 1, long: 4 }
const attempts = { short: 1_200, long: 10_000 }

const crossingPlans = {
  short: { companies: 10, cycles: 5, workers: 3, killEveryMs: 700 },
  long: { companies: 50, cycles: 10, workers: 3, killEveryMs: 1_000 },
}
const paymentPlans = {
  short: { companies: 10, parallel: 10, workers: 3, killEveryMs: 700 },
  long: { companies: 125, parallel: 20, workers: 3, killEveryMs: 1_000 },
}

export const proof: Proof = {
  name: 'budgets',
  tier: 'daily',
  claim:
    'hard monthly budgets hold against 10,000 concurrent calls from 4 processes; 1,500 crossings of thresholds, three of ' +
    'a company at the same moment, alert once each, and 500 ' +
    'automatic top-ups with faults are paid once each, while workers are killed',
  bar:
    'each budget is exceeded by at most 1 call, and no call is refused while its budgets have credits left; 0 alerts lost or doubled; ' +
    '0 top-ups doubled, missed or beyond the monthly maximum',
  async run(context) {
    const spent = await proveOvershoot(context)
    const alerts = await proveAlerts(context)
    const topUps = await proveTopUps(context)
    return judged({
      figure: [spent, alerts, topUps].map(({ figure }) => figure).join('; '),
      isPassed: spent.isPassed && alerts.isPassed && topUps.isPassed,
    })
  },
}

type Part = { figure: string; isPassed: boolean }

async function proveOvershoot(context: ProofContext): Promise<Part> {
  await using scope = new AsyncDisposableStack()
  const { postgres, redis } = await startServers(scope)
  const { pool } = connectToDatabase(scope, postgres.url, { poolSizeMax: 2 })
  const settings = { redisUrl: redis.url, databaseUrl: postgres.url }
  const workers = scope.use(await startLimitsWorkers(processes, settings))
  const { worst, faults, runs } = await measureOvershoot({ postgres: pool, workers }, context)
  return {
    figure:
      `${runs} runs, largest overshoot in calls: company ${worst.company.toFixed(2)}, key ${worst.key.toFixed(2)}, ` +
      `alias ${worst.alias.toFixed(2)}; ${faults} faults`,
    isPassed: faults === 0 && scopes.every((one) => worst[one] <= overshootMax),
  }
}

async function proveAlerts({ isShort, progress }: ProofContext): Promise<Part> {
  await using scope = new AsyncDisposableStack()
  const { url: databaseUrl } = await startDatabase(scope)
  const connections = connectToDatabase(scope, databaseUrl, { poolSizeMax: 4 })
  const plan = crossingPlans[isShort ? 'short' : 'long']
  const { crossings, kills, faults } = await crossThresholds({ ...connections, databaseUrl }, plan)
  for (const fault of faults.slice(0, 5)) progress(fault)
  progress(`${crossings} crossings were recorded under ${kills} kills`)
  return {
    figure: `${crossings} crossings under ${kills} kills, ${faults.length} counts of alerts, mails or events wrong`,
    isPassed: faults.length === 0 && kills > 0,
  }
}

async function proveTopUps({ isShort, progress }: ProofContext): Promise<Part> {
  await using scope = new AsyncDisposableStack()
  const { url: databaseUrl } = await startDatabase(scope)
  const plan = paymentPlans[isShort ? 'short' : 'long']
  const { runs, kills, doubled, missed, beyond, faults } = await payUnderFaults(scope, databaseUrl, plan)
  for (const fault of faults.slice(0, 5)) progress(fault)
  return {
    figure: `${runs} faulty payment runs under ${kills} kills: ${doubled} doubled, ${missed} missed, ${beyond} beyond the maximum`,
    isPassed: doubled + missed + beyond + faults.length === 0 && kills > 0,
  }
}

// All attempts are in flight together, or a few at a time while others are charged and released. With several budgets, a
// call that one of them refuses must not count against the others.
const plans: readonly Omit<BudgetPlan, 'attempts'>[] = [
  { limits: { company: 90 }, costPermille: [1_000, 1_000], parallel: 2_500, runsForMsMax: 0 },
  { limits: { key: 40 }, costPermille: [100, 1_000], parallel: 250, runsForMsMax: 5 },
  { limits: { alias: 40 }, costPermille: [1_000, 1_000], parallel: 40, runsForMsMax: 5 },
  {
    limits: { company: 120, key: 70, alias: 65 },
    costPermille: [1_000, 1_000],
    parallel: 2_500,
    runsForMsMax: 2,
  },
]

async function measureOvershoot(
  deps: { postgres: Postgres; workers: LimitsWorkers },
  { isShort, progress }: ProofContext,
) {
  const size = isShort ? 'short' : 'long'
  const worst = { company: 0, key: 0, alias: 0 }
  let [faults, runs] = [0, 0]
  for (let round = 0; round < rounds[size]; round += 1) {
    for (const plan of plans) {
      const result = await spendBudgets(deps, { ...plan, attempts: attempts[size] })
      for (const one of scopes) worst[one] = Math.max(worst[one], result.overshootCalls[one] ?? 0)
      faults += result.faults.length
      runs += 1
      progress(describe(plan, result))
    }
  }
  return { worst, faults, runs }
}

function describe(
  { limits }: Pick<BudgetPlan, 'limits'>,
  { admitted, refused, overshootCalls, faults, withoutRedis }: BudgetResult,
): string {
  const beyond = scopes.flatMap((one) => overshootCalls[one]?.toFixed(2) ?? [])
  const budgets = Object.entries(limits).map(([one, calls]) => `${one} ${calls}`)
  return [
    `${budgets.join(', ')}: ${admitted} admitted, ${refused} refused, overshoot ${beyond.join(', ')} calls`,
    ...(withoutRedis > 0 ? [`${withoutRedis} processes were without Redis for a while`] : []),
    ...faults.slice(0, 3),
  ].join('; ')
}
