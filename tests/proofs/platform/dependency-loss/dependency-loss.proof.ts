import { setTimeout as pause } from 'node:timers/promises'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { type Comparison, compareLedger } from './compare-ledger.ts'
import { mostInAMinute } from './most-in-a-minute.ts'
import { planAnswers } from './plan-answers.ts'
import { type LoadCall, type SteadyLoad, hasFailed, startSteadyLoad } from './steady-load.ts'
import { countHolds } from '../../gateway/count-holds.ts'
import { type GatewaySetup, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const graceMs = 1_000
const backWithinMs = 1_000
const gatewayCount = 2
const companyCount = 4
const callsPerSecond = { long: 100, short: 50 }
const limitedRpm = { long: 10, short: 4 }
/** How long calls are still observed after a dependency has returned. */
const lookedAtMs = { long: 1_500, short: 600 }
const longestCallMs = { long: 3_500, short: 1_500 }
/** Length of the long answers, which stream at 20 tokens a second. */
const longTokens = { long: 60, short: 20 }
// In the short form, a gateway on a busy machine may refuse some calls, and may need a while until it serves every
// caller again.
const failedShareMaxShort = 0.05
const backWithinMsShort = 30_000
const decidedWithinMs = 500
const describedMax = 5

/** How long each dependency is down, in each round. The longer Postgres outages outlast what the gateway caches. */
const rounds = [
  { redisMs: 2_500, postgresMs: 5_800 },
  { redisMs: 6_000, postgresMs: 500 },
  { redisMs: 1_000, postgresMs: 3_000 },
  { redisMs: 12_000, postgresMs: 12_000 },
  { redisMs: 4_000, postgresMs: 5_500 },
]
const roundsShort = [{ redisMs: 2_500, postgresMs: 1_500 }]

export const proof: Proof = {
  name: 'dependency-loss',
  tier: 'push',
  claim:
    'without Redis calls continue and processes admit no more than the limit; without Postgres calls are refused; afterwards the ledger is complete',
  bar:
    `0 failed from ${graceMs / 1_000} s after Redis is killed, the limited key without Redis ≤ its limit in any minute, without Postgres ` +
    `only 503 with retry-after or an error frame, recovery ≤ ${backWithinMs / 1_000} s, 0 lost, drift 0`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const form = context.isShort ? 'short' : 'long'
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const forwarded = planAnswers(sim, longTokens[form])
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const load = await startLoad(setup, scope, form)
    // The losses begin only after the limited key has used up its requests.
    const isLimited = () => load.calls.some(({ ending }) => ending === 'limited')
    await waitUntil(isLimited, { withinMs: 60_000, what: 'the limited key has used up its requests' })
    await pause(context.isShort ? 500 : 1_500)
    context.progress(`${load.calls.length} calls have ended without failures`)
    const losses: Loss[] = []
    for (const { redisMs, postgresMs } of context.isShort ? roundsShort : rounds) {
      losses.push(await loseRedis({ setup, load, context }, redisMs))
      losses.push(await losePostgres({ setup, load, context }, postgresMs))
    }
    await load.stop()
    await becomesQuiet(setup)
    const ledger = await compareLedger(setup, load.calls, { forwarded })
    for (const complaint of ledger.complaints) context.progress(complaint)
    for (const { ending, description } of load.calls)
      if (ending === 'wrong') context.progress(`wrong: ${description}`)
    return conclude(context, losses, { calls: load.calls, ledger })
  },
}

async function startLoad(
  setup: GatewaySetup,
  scope: AsyncDisposableStack,
  form: 'long' | 'short',
): Promise<SteadyLoad> {
  const { database } = setup
  const gateways = await Promise.all(Array.from({ length: gatewayCount }, () => setup.startGateway()))
  const keys = []
  for (let count = 0; count < companyCount; count += 1) {
    keys.push(await addKey(database, { companyId: await addCompany(database, 1_000_000_000_000n) }))
  }
  const limitedKey = await addKey(database, { companyId: setup.companyId, rpmLimit: limitedRpm[form] })
  const urls = gateways.map(({ url }) => url)
  const load = startSteadyLoad({ urls, keys, limitedKey, callsPerSecond: callsPerSecond[form] })
  scope.defer(() => load.stop())
  return load
}

type Losing = { setup: GatewaySetup; load: SteadyLoad; context: ProofContext }

/** Times of the kill, of the recovery, and of the end of the observation. */
type Loss = { what: 'Redis' | 'Postgres'; killedMs: number; readyMs: number; untilMs: number }

async function loseRedis({ setup, load, context }: Losing, goneMs: number): Promise<Loss> {
  const killedMs = performance.now()
  await setup.redis.kill()
  await pause(goneMs)
  await setup.redis.restart()
  const readyMs = performance.now()
  const untilMs = await lookOn({ load, context }, readyMs)
  const loss = { what: 'Redis', killedMs, readyMs, untilMs } as const
  const { failed, limited } = judgeRedis(load.calls, loss)
  const [admitted, refused] = ['whole', 'limited'].map((wanted) =>
    limited.filter(({ ending }) => ending === wanted),
  )
  for (const call of failed.late.slice(0, describedMax)) context.progress(describeCall(call, killedMs))
  context.progress(
    `Redis was down for ${seconds(readyMs - killedMs)} s: ${failed.early.length} failed in the first second, ${failed.late.length} later; ` +
      `the limited key was admitted ${admitted?.length} and refused ${refused?.length} times`,
  )
  return loss
}

async function losePostgres({ setup, load, context }: Losing, goneMs: number): Promise<Loss> {
  const killedMs = performance.now()
  await setup.postgres.kill()
  await pause(goneMs)
  await setup.postgres.restart()
  const readyMs = performance.now()
  const untilMs = await lookOn({ load, context }, readyMs)
  const loss = { what: 'Postgres', killedMs, readyMs, untilMs } as const
  const { endings, backAfterMs, slowest } = judgePostgres(load.calls, loss)
  context.progress(
    `Postgres was down for ${seconds(readyMs - killedMs)} s: calls started meanwhile: ${describe(endings)}; ` +
      `the slowest 503 took ${seconds(slowest)} s; recovered after ${seconds(backAfterMs)} s`,
  )
  return loss
}

/**
 * Observes the load after a recovery and returns the time at which the observation ends. All calls of that period end
 * before the next loss.
 */
async function lookOn({ load, context }: Pick<Losing, 'load' | 'context'>, readyMs: number): Promise<number> {
  const isServed = () =>
    load.calls.some(({ startedMs, ending }) => startedMs >= readyMs && ending === 'whole')
  // A timeout is ignored here: if no call is served again, the proof fails when the calls are judged.
  if (context.isShort)
    await waitUntil(isServed, { withinMs: backWithinMsShort, what: 'calls are served' }).catch(
      () => undefined,
    )
  await pause(context.isShort ? lookedAtMs.short : lookedAtMs.long)
  const untilMs = performance.now()
  await pause(context.isShort ? longestCallMs.short : longestCallMs.long)
  return untilMs
}

function judgeRedis(calls: readonly LoadCall[], { killedMs, readyMs, untilMs }: Loss) {
  const during = calls.filter(({ startedMs }) => startedMs >= killedMs && startedMs < untilMs)
  const failed = during.filter(hasFailed)
  // Calls shortly before the recovery may already be decided by Redis.
  const limited = during.filter(
    ({ isLimited, startedMs }) => isLimited && startedMs < readyMs - decidedWithinMs,
  )
  return {
    failed: {
      early: failed.filter(({ startedMs }) => startedMs < killedMs + graceMs),
      late: failed.filter(({ startedMs }) => startedMs >= killedMs + graceMs),
    },
    limited,
  }
}

function judgePostgres(calls: readonly LoadCall[], { killedMs, readyMs, untilMs }: Loss) {
  const meanwhile = calls.filter(({ startedMs }) => startedMs >= killedMs && startedMs < readyMs)
  const after = calls.filter(({ startedMs }) => startedMs >= readyMs && startedMs < untilMs)
  const endings = Map.groupBy(meanwhile, ({ ending }) => ending)
  const unavailable = endings.get('unavailable') ?? []
  // Service has recovered once a call was served completely and no later call was refused.
  const served = after.filter(({ ending }) => ending === 'whole')
  const firstServedMs = Math.min(...served.map(({ endedMs }) => endedMs))
  const lastRefusedMs = Math.max(readyMs, ...after.filter(hasFailed).map(({ startedMs }) => startedMs))
  return {
    endings,
    unavailable: unavailable.length,
    brokenOff: endings.get('broken off')?.length ?? 0,
    backAfterMs: Math.max(firstServedMs, lastRefusedMs) - readyMs,
    slowest: Math.max(0, ...unavailable.map(({ startedMs, endedMs }) => endedMs - startedMs)),
  }
}

/** Waits until every abandoned call is recorded and every hold released. */
async function becomesQuiet({ pool, redis: server }: GatewaySetup): Promise<void> {
  const redis = new Redis(server.url)
  try {
    await waitUntil(async () => (await countHolds(redis, pool)) === 0, {
      withinMs: 30_000,
      what: 'no holds are left',
    })
  } finally {
    redis.disconnect()
  }
}

type Outcome = { calls: readonly LoadCall[]; ledger: Comparison }

function conclude({ isShort }: ProofContext, losses: readonly Loss[], { calls, ledger }: Outcome) {
  const redis = losses.filter(({ what }) => what === 'Redis').map((loss) => judgeRedis(calls, loss))
  const postgres = losses.filter(({ what }) => what === 'Postgres').map((loss) => judgePostgres(calls, loss))
  const rpm = isShort ? limitedRpm.short : limitedRpm.long
  const failedLate = sum(redis.map(({ failed }) => failed.late.length))
  const mostAdmitted = mostInAMinute(redis.flatMap(({ limited }) => limited))
  const isLimited = redis.every(({ limited }) => limited.some(({ ending }) => ending === 'limited'))
  const wrong = calls.filter(({ ending }) => ending === 'wrong').length
  const backAfterMs = Math.max(...postgres.map((judged) => judged.backAfterMs))
  const unavailable = sum(postgres.map((judged) => judged.unavailable))
  const brokenOff = sum(postgres.map((judged) => judged.brokenOff))
  const slowest = Math.max(...postgres.map((judged) => judged.slowest))
  return judged({
    figure:
      `${calls.length.toLocaleString('en')} calls, ${losses.length / 2} rounds: without Redis ${failedLate} failed after 1 s, ` +
      `limited key ≤ ${mostAdmitted} of ${rpm} in a minute; without Postgres ${unavailable} refused with 503, after at most ${seconds(slowest)} s, ${brokenOff} streams with an error frame, ${wrong} wrong, recovered after ${seconds(backAfterMs)} s; ` +
      `${ledger.lost} lost of ${ledger.acknowledged.toLocaleString('en')} acknowledged, ${ledger.chargedForNothing} charged for nothing, ${ledger.doubled} doubled, ` +
      `${ledger.unrecorded} unrecorded, ${ledger.givenBack} refunded, drift ${ledger.drifting}`,
    isPassed:
      wrong +
        ledger.lost +
        ledger.chargedForNothing +
        ledger.doubled +
        ledger.unrecorded +
        ledger.drifting ===
        0 &&
      failedLate <= (isShort ? calls.length * failedShareMaxShort : 0) &&
      mostAdmitted <= rpm &&
      isLimited &&
      // Otherwise the outage went unnoticed and nothing was measured.
      unavailable > 0 &&
      backAfterMs <= (isShort ? backWithinMsShort : backWithinMs),
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function describe(endings: ReadonlyMap<string, readonly LoadCall[]>): string {
  return [...endings].map(([ending, calls]) => `${calls.length} ${ending}`).join(', ')
}

function describeCall({ startedMs, endedMs, description }: LoadCall, sinceMs: number): string {
  return `failed after ${seconds(startedMs - sinceMs)} s, within ${seconds(endedMs - startedMs)} s: ${description}`
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2)
}
