import { setTimeout } from 'node:timers/promises'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { TestRedis } from '@gatehouse/testkit/start-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { type LimitsWorkers, startLimitsWorkers } from './limits-workers.ts'
import type { SpendOrder, SpendReport } from './try-spending.ts'
import { type Proof, judged } from '../proof.ts'
import { connectToDatabase, startServers } from '../kit/servers.ts'

const processes = 4
const attemptsLong = 10_000
const attemptsShort = 2_000
const estimateMicros = 1_000_000n

/** How the real cost compares with the estimate that was held for it. */
type Estimates = 'exact' | 'high' | 'low'
type Plan = {
  attempts: number
  calls: number
  estimates: Estimates
  parallel: number
  runsForMsMax: number
  /** Redis is suspended for a moment, so that the processes lose it and regain it, each at a different time. */
  hasStall: boolean
}

export const proof: Proof = {
  name: 'overspend',
  tier: 'push',
  claim:
    'with credits for k calls and 10,000 concurrent attempts from 4 processes, no more is spent, and no call is refused too early',
  bar: 'overshoot 0 and exactly k admitted if estimates are exact, else ≤ 1 call beyond the shortfall of the estimates',
  async run({ progress, isShort }) {
    const runs = isShort ? 4 : 50
    await using scope = new AsyncDisposableStack()
    const { postgres: postgresServer, redis: redisServer } = await startServers(scope)
    const { pool: postgres } = connectToDatabase(scope, postgresServer.url, { poolSizeMax: 2 })
    const redis = new Redis(redisServer.url)
    scope.defer(() => redis.disconnect())
    const settings = { redisUrl: redisServer.url, databaseUrl: postgresServer.url }
    const workers = scope.use(await startLimitsWorkers(processes, settings))
    const worst = { exact: 0, high: 0, low: 0 }
    let failures = 0
    for (let run = 0; run < runs; run += 1) {
      const plan = planRun(run, isShort ? attemptsShort : attemptsLong)
      const result = await spendAll({ postgres, redis, redisServer, workers }, plan)
      worst[plan.estimates] = Math.max(worst[plan.estimates], result.overshootCalls)
      if (result.faults.length > 0) failures += 1
      progress(describe(run, plan, result))
    }
    return judged({
      figure:
        `${runs} runs, largest overshoot ${worst.exact} calls with exact estimates, ${worst.high.toFixed(2)} with high, ` +
        `${worst.low.toFixed(2)} with low ones beyond their shortfall, ${failures} runs failed`,
      isPassed: failures === 0 && worst.exact === 0 && Math.max(worst.high, worst.low) <= 1,
    })
  },
}

// Either all attempts are in flight together, so that all are decided before any hold is released; or only a few, so
// that they compete for the last credits while others are being charged and released.
const plans: readonly Pick<Plan, 'estimates' | 'parallel' | 'runsForMsMax'>[] = [
  { estimates: 'exact', parallel: 2_500, runsForMsMax: 0 },
  { estimates: 'exact', parallel: 4, runsForMsMax: 4 },
  { estimates: 'high', parallel: 2_500, runsForMsMax: 5 },
  { estimates: 'low', parallel: 250, runsForMsMax: 40 },
  { estimates: 'exact', parallel: 250, runsForMsMax: 5 },
  { estimates: 'high', parallel: 40, runsForMsMax: 10 },
  { estimates: 'low', parallel: 2_500, runsForMsMax: 0 },
]

function planRun(run: number, attempts: number): Plan {
  const plan = plans[run % plans.length]
  if (!plan) throw new RangeError('there are plans')
  return { ...plan, attempts, calls: 1 + Math.floor(Math.random() ** 2 * 600), hasStall: run % 5 === 0 }
}

const costPermille = { exact: [1_000, 1_000], high: [100, 1_000], low: [1_000, 1_400] } as const

type Result = {
  admitted: number
  refused: number
  overshootCalls: number
  /** Shortfall of the estimates of calls in flight, expressed as a number of calls; it is not part of the overshoot. */
  shortfallCalls: number
  faults: string[]
  wasWithoutRedis: boolean
}

type Deps = { postgres: Postgres; redis: Redis; redisServer: TestRedis; workers: LimitsWorkers }

async function spendAll({ postgres, redis, redisServer, workers }: Deps, plan: Plan): Promise<Result> {
  const order = await prepare(postgres, plan)
  const spending = workers.spend(() => order)
  if (plan.hasStall) await stall(redisServer)
  const reports = await spending
  const admitted = reports.flatMap((report) => report.admitted)
  const refused = reports.flatMap((report) => report.refused)
  const spent = admitted.reduce((sum, { costMicros }) => sum + costMicros, 0n)
  const granted = estimateMicros * BigInt(plan.calls)
  const balance = await readBalance(postgres, order.companyId)
  const faults = reports.flatMap((report) => report.unexpected)
  if (balance !== granted - spent) faults.push(`the ledger says ${balance}, the callers ${granted - spent}`)
  if (admitted.length + refused.length !== plan.attempts) faults.push('attempts are missing')
  const dearest = admitted.reduce((most, { costMicros }) => (costMicros > most ? costMicros : most), 1n)
  const shortfall = shortfallInFlight(admitted)
  const overshoot = -balance - shortfall
  if (plan.estimates === 'exact') faults.push(...faultsOfExact(plan, admitted, refused))
  const account = `gatehouse:limits:{${order.companyId}}:account`
  await waitUntil(async () => (await redis.hget(account, 'effective')) === String(balance), {
    withinMs: 30_000,
    what: 'Redis has the balance of the ledger and no holds',
  })
  return {
    admitted: admitted.length,
    refused: refused.length,
    overshootCalls: overshoot <= 0n ? 0 : Number(overshoot) / Number(dearest),
    shortfallCalls: Number(shortfall) / Number(estimateMicros),
    faults,
    wasWithoutRedis: reports.some((report) => report.wasWithoutRedis),
  }
}

async function stall(server: TestRedis): Promise<void> {
  await setTimeout(Math.random() * 200)
  process.kill(server.pid, 'SIGSTOP')
  await setTimeout(200 + Math.random() * 500)
  process.kill(server.pid, 'SIGCONT')
}

/**
 * Amount by which the estimates of calls that may have been in flight at the last admission fell short of their cost.
 * No admission can know it in advance; it is zero if no estimate is too low.
 */
function shortfallInFlight(admitted: SpendReport['admitted']): bigint {
  const last = admitted.reduce((latest, { startedNs }) => (startedNs > latest ? startedNs : latest), 0n)
  return admitted
    .filter(({ settledNs, startedNs }) => settledNs > last && startedNs < last)
    .map(({ costMicros }) => costMicros - estimateMicros)
    .filter((shortfall) => shortfall > 0n)
    .reduce((sum, shortfall) => sum + shortfall, 0n)
}

/**
 * With exact estimates, the holds of exactly `plan.calls` calls use up the credits, so any earlier refusal is wrong.
 */
function faultsOfExact(
  plan: Plan,
  admitted: SpendReport['admitted'],
  refused: SpendReport['refused'],
): string[] {
  const faults: string[] = []
  if (admitted.length !== plan.calls)
    faults.push(`${admitted.length} calls were admitted instead of ${plan.calls}`)
  const last = admitted.reduce((latest, { startedNs }) => (startedNs > latest ? startedNs : latest), 0n)
  const early = refused.filter(({ endedNs }) => endedNs < last).length
  if (early > 0) faults.push(`${early} were refused while credits were left`)
  return faults
}

async function prepare(postgres: Postgres, plan: Plan): Promise<SpendOrder> {
  const companyId = ids.uuid()
  await postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'PROVIDER_CASH', 'PACK_PURCHASE', $3, $4, 'BOUGHT')`,
    [ids.uuid(), companyId, estimateMicros * BigInt(plan.calls), `pack:${companyId}`],
  )
  return {
    companyId,
    keyId: ids.uuid(),
    attempts: plan.attempts / processes,
    parallel: Math.min(plan.parallel, plan.attempts / processes),
    estimateMicros,
    costPermille: costPermille[plan.estimates],
    runsForMsMax: plan.runsForMsMax,
  }
}

async function readBalance(postgres: Postgres, companyId: string): Promise<bigint> {
  const { rows } = await postgres.query<{ balance_micros: bigint }>(
    'select balance_micros from credit_accounts where owner_id = $1',
    [companyId],
  )
  return rows[0]?.balance_micros ?? 0n
}

function describe(run: number, plan: Plan, result: Result): string {
  const { admitted, refused, overshootCalls, shortfallCalls, faults, wasWithoutRedis } = result
  return [
    `run ${run + 1}: credits for ${plan.calls}, ${plan.estimates} estimates, ${plan.parallel} at a time:`,
    `${admitted} admitted, ${refused} refused, overshoot ${overshootCalls.toFixed(2)} calls`,
    ...(shortfallCalls > 0 ? [`beyond a shortfall of ${shortfallCalls.toFixed(2)}`] : []),
    ...(wasWithoutRedis ? ['(without Redis for a while)'] : []),
    ...faults.slice(0, 3),
  ].join(' ')
}

const ids = createIds(createSystemClock())
