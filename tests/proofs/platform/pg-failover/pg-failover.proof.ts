import { setTimeout as pause } from 'node:timers/promises'
import { findMissingProgram } from '@gatehouse/testkit/start-patroni'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { countHolds } from '../../gateway/count-holds.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { type Comparison, compareLedger } from '../dependency-loss/compare-ledger.ts'
import { type ActName, actNames, playAct } from './acts.ts'
import { type JudgedAct, describeAct, judgeAct, seconds } from './judge-act.ts'
import { type Platform, openPlatform } from './open-platform.ts'
import type { PaymentsFound } from './steady-payments.ts'
import type { TasksFound } from './steady-tasks.ts'

const ttlMs = 20_000
const unavailableMsMax: Readonly<Record<ActName, number>> = {
  crash: 6_000,
  node: ttlMs + 8_000,
  freeze: ttlMs + 8_000,
  standby: 2_000,
  switchover: 3_000,
}
const rejectedWithinMs = 2_000
/** The default of CHARGE_WAIT_MS. */
const chargeWaitMs = 10_000
const warmUpMs = 4_000

const long = { rounds: 3, acts: actNames, callsPerSecond: 100, paymentsMax: 600 }
const short = { rounds: 1, acts: ['crash', 'switchover'], callsPerSecond: 50, paymentsMax: 100 } as const

export const proof: Proof = {
  name: 'pg-failover',
  tier: 'night',
  claim:
    'whichever server of a Postgres cluster crashes, hangs or is replaced under load, no acknowledged charge, payment or ' +
    'task is lost or made twice, and service is back soon',
  bar:
    `0 acknowledged lost, doubled or charged for nothing, 0 calls without a record, drift 0, 0 streams broken off by a crash; ` +
    `unavailable ≤ ${seconds(unavailableMsMax.crash)} (crash), ${seconds(unavailableMsMax.node)} (node, freeze), ` +
    `${seconds(unavailableMsMax.switchover)} (switchover), ${seconds(unavailableMsMax.standby)} (standby); rejections are ` +
    `503 with retry-after in ≤ ${seconds(rejectedWithinMs)}, forwarded calls end within the charge wait + 1 s`,
  async run(context) {
    const missing = await findMissingProgram()
    if (missing !== undefined) return notMeasured(missing)
    await using scope = new AsyncDisposableStack()
    const size = context.isShort ? short : long
    const platform = await openPlatform(scope, size)
    context.progress(`the cluster is complete: ${await platform.cluster.describe()}`)
    await pause(warmUpMs)
    const acts: JudgedAct[] = []
    for (let round = 0; round < size.rounds; round += 1) {
      for (const name of size.acts) {
        const act = judgeAct(await playAct(name, platform), platform.load.calls, platform.forwarded)
        report(context, act)
        acts.push(act)
      }
    }
    return conclude(acts, await settle(platform, context))
  },
  async tryTools(scope) {
    if ((await findMissingProgram()) !== undefined) return
    const platform = await openPlatform(scope, { callsPerSecond: 10, paymentsMax: 2 })
    const act = judgeAct(await playAct('switchover', platform), platform.load.calls, platform.forwarded)
    await platform.load.stop()
    if (act.wrong.length > 0) throw new Error(`a call ended wrongly: ${act.wrong[0]?.description}`)
  },
}

function report({ progress }: ProofContext, act: JudgedAct): void {
  progress(describeAct(act))
  for (const { callId, description } of act.wrong.slice(0, 3)) progress(`wrong: ${callId} ${description}`)
}

type Settled = { calls: number; ledger: Comparison; payments: PaymentsFound; tasks: TasksFound }

/** Ends the load, waits until everything is recorded, and compares it with what was acknowledged. */
async function settle(platform: Platform, { progress }: ProofContext): Promise<Settled> {
  const { load, payments, tasks, pool, forwarded } = platform
  await load.stop()
  await Promise.all([payments.stop(), tasks.stop()])
  const redis = new Redis(platform.redis.url)
  try {
    const isQuiet = async () => (await countHolds(redis, pool)) === 0
    await waitUntil(isQuiet, { withinMs: 60_000, what: 'no holds are left', pauseMs: 200 })
  } finally {
    redis.disconnect()
  }
  const ledger = await compareLedger(platform, load.calls, forwarded)
  for (const complaint of ledger.complaints) progress(complaint)
  return {
    calls: load.calls.length,
    ledger,
    payments: await payments.compare(),
    tasks: await tasks.compare(),
  }
}

function conclude(acts: readonly JudgedAct[], { calls, ledger, payments, tasks }: Settled) {
  const slowestOf = (name: ActName) =>
    Math.max(0, ...acts.filter((act) => act.name === name).map(({ unavailableMs }) => unavailableMs))
  const played = actNames.filter((name) => acts.some((act) => act.name === name))
  const crashBroken = sum(acts.filter(({ name }) => name === 'crash').map(({ brokenOff }) => brokenOff))
  const wrong = sum(acts.map((act) => act.wrong.length))
  const slowestRejection = Math.max(...acts.map(({ slowestRejectionMs }) => slowestRejectionMs))
  const slowestForwarded = Math.max(...acts.map(({ slowestForwardedMs }) => slowestForwardedMs))
  const faults = [
    [ledger.lost, 'lost'],
    [ledger.chargedForNothing, 'charged for nothing'],
    [ledger.unrecorded, 'without a record'],
    [ledger.drifting, 'drifting accounts'],
    [payments.lost + tasks.lost, 'payments or tasks lost'],
    [payments.doubled + tasks.doubled, 'doubled'],
    [crashBroken, 'streams broken off by a crash'],
    [wrong, 'wrong'],
  ] as const
  return judged({
    figure:
      `${calls.toLocaleString('en')} calls, ${acts.length} acts, unavailable at most ` +
      `${played.map((name) => `${seconds(slowestOf(name))} (${name})`).join(', ')}; ` +
      `of ${ledger.acknowledged.toLocaleString('en')} acknowledged calls, ${payments.acknowledged} payments and ` +
      `${tasks.enqueued.toLocaleString('en')} tasks: ${faults.map(([count, what]) => `${count} ${what}`).join(', ')}; ` +
      `${sum(acts.map(({ rejected }) => rejected))} rejected, the slowest after ${seconds(slowestRejection)}; ` +
      `forwarded calls waited at most ${seconds(slowestForwarded)}, ` +
      `${sum(acts.map(({ unanswered }) => unanswered))} of them without an answer`,
    isPassed:
      sum(faults.map(([count]) => count)) === 0 &&
      // Otherwise the acts went unnoticed and nothing was measured.
      acts.some(({ rejected }) => rejected > 0) &&
      payments.acknowledged > 0 &&
      tasks.enqueued > 0 &&
      played.every((name) => slowestOf(name) <= unavailableMsMax[name]) &&
      slowestRejection <= rejectedWithinMs &&
      slowestForwarded <= chargeWaitMs + 1_000,
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
