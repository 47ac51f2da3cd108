import { setTimeout as pause } from 'node:timers/promises'
import { findMissingProgram } from '@gatehouse/testkit/start-patroni'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { type ActName, actNames, playAct } from './acts.ts'
import {
  type JudgedAct,
  chargeWaitMs,
  describeAct,
  judgeAct,
  rejectedWithinMs,
  seconds,
  unavailableMsMax,
} from './judge-act.ts'
import { openPlatform } from './open-platform.ts'
import { type Settled, listFaults, settlePlatform, sum } from './settle-platform.ts'

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
    `0 acknowledged lost, doubled or charged for nothing, 0 calls without a record or failed outside the acts, drift 0, 0 streams broken off by a crash; ` +
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
    return conclude(acts, await settlePlatform(platform, context))
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

function conclude(acts: readonly JudgedAct[], settled: Settled) {
  const { calls, ledger, payments, tasks } = settled
  const slowestOf = (name: ActName) =>
    Math.max(0, ...acts.filter((act) => act.name === name).map(({ unavailableMs }) => unavailableMs))
  const played = actNames.filter((name) => acts.some((act) => act.name === name))
  const slowestRejection = Math.max(...acts.map(({ slowestRejectionMs }) => slowestRejectionMs))
  const slowestForwarded = Math.max(...acts.map(({ slowestForwardedMs }) => slowestForwardedMs))
  const faults = listFaults(acts, settled)
  return judged({
    figure:
      `${calls.length.toLocaleString('en')} calls, ${acts.length} acts, unavailable at most ` +
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
