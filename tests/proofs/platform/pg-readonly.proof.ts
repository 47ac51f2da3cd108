import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as pause } from 'node:timers/promises'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { serviceLineChannel } from '@gatehouse/testkit/start-service-process'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type GatewaySetup, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { connectToDatabase } from '../kit/servers.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { type Comparison, compareLedger } from './dependency-loss/compare-ledger.ts'
import { planAnswers } from './dependency-loss/plan-answers.ts'
import { type SteadyLoad, startSteadyLoad } from './dependency-loss/steady-load.ts'

const backWithinMs = 2_000
// In CI the time depends on the machine; a gateway that never recovers exceeds this limit too.
const backWithinMsShort = 30_000
const long = { rounds: 5, readOnlyMs: 3_000, callsPerSecond: 100, companies: 4 }
const short = { rounds: 1, readOnlyMs: 2_500, callsPerSecond: 40, companies: 2 }
const gatewayCount = 2
/** Longer than the longest answer. */
const lookedAtMs = 3_000

export const proof: Proof = {
  name: 'pg-readonly',
  tier: 'daily',
  claim:
    'while Postgres is read-only, or when its address leads to a promoted standby and open connections to the demoted ' +
    'primary, no call is refused by the ledger or left without a record',
  bar: `0 calls refused by the ledger, 0 lost, charged for nothing or without a record, drift 0, back ≤ ${backWithinMs / 1_000} s`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const size = context.isShort ? short : long
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const forwarded = planAnswers(sim, 40)
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const standby = scope.use(await startStandby(setup.postgres))
    const proxy = scope.use(await startFaultProxy({ targetPort: setup.postgres.port }))
    const refusals = countRefusals(scope)
    const load = await startLoad({ setup, scope, size }, proxy.port)
    const backMs: number[] = []
    for (let round = 0; round < size.rounds; round += 1) {
      await setReadOnly(setup, 'on')
      await pause(size.readOnlyMs)
      await setReadOnly(setup, 'off')
      backMs.push(await observe(load, context, 'read-only'))
    }
    // The old primary stays read-only, and so do the connections to it.
    await setReadOnly(setup, 'on')
    await standby.promote()
    proxy.leadTo(standby.server.port)
    backMs.push(await observe(load, context, 'promoted standby'))
    await load.stop()
    const promoted = connectToDatabase(scope, standby.server.url)
    const ledger = await compareLedger(promoted, load.calls, { forwarded })
    for (const complaint of ledger.complaints) context.progress(complaint)
    return conclude(context, { load, ledger, refused: refusals(), backMs: Math.max(...backMs) })
  },
}

/** Counts the log lines of gateways about calls that the ledger refused permanently. */
function countRefusals(scope: AsyncDisposableStack): () => number {
  let count = 0
  const read = (line: unknown) => {
    if (String(line).includes('the ledger refused a call')) count += 1
  }
  subscribe(serviceLineChannel, read)
  scope.defer(() => void unsubscribe(serviceLineChannel, read))
  return () => count
}

type Starting = { setup: GatewaySetup; scope: AsyncDisposableStack; size: typeof long }

async function startLoad({ setup, scope, size }: Starting, port: number): Promise<SteadyLoad> {
  const databaseUrl = new URL(setup.postgres.url)
  databaseUrl.port = String(port)
  const start = () => setup.startGateway({ DATABASE_URL: databaseUrl.href })
  const gateways = await Promise.all(Array.from({ length: gatewayCount }, start))
  const addOne = async () =>
    addKey(setup.database, { companyId: await addCompany(setup.database, 1_000_000_000_000n) })
  const keys = await Promise.all(Array.from({ length: size.companies }, addOne))
  const urls = gateways.map(({ url }) => url)
  const load = startSteadyLoad({
    urls,
    keys,
    limitedKey: await addOne(),
    callsPerSecond: size.callsPerSecond,
  })
  scope.defer(() => load.stop())
  await waitUntil(() => load.calls.some(({ ending }) => ending === 'whole'), {
    withinMs: 30_000,
    what: 'calls are served',
  })
  return load
}

async function setReadOnly({ pool }: GatewaySetup, value: 'on' | 'off'): Promise<void> {
  await pool.query(`alter system set default_transaction_read_only = ${value}`)
  await pool.query('select pg_reload_conf()')
}

/** Waits until calls are served again; resolves to the time until the last call that was not, from now on. */
async function observe(load: SteadyLoad, { progress }: ProofContext, what: string): Promise<number> {
  const fromMs = performance.now()
  const failed = () => load.calls.filter(({ startedMs, ending }) => startedMs >= fromMs && ending !== 'whole')
  const backMs = () => Math.max(0, ...failed().map(({ startedMs }) => startedMs - fromMs))
  const isServed = () =>
    load.calls.some(({ startedMs, ending }) => startedMs > fromMs + backMs() && ending === 'whole') &&
    performance.now() > fromMs + backMs() + lookedAtMs
  // If it does not recover, the proof fails by the time.
  await waitUntil(isServed, { withinMs: backWithinMsShort, what: 'calls are served' }).catch(() => undefined)
  const rejected = load.calls.filter(({ ending }) => ending === 'unavailable').length
  progress(`${what}: back after ${(backMs() / 1_000).toFixed(2)} s, ${rejected} calls rejected so far`)
  return backMs()
}

type Outcome = { load: SteadyLoad; ledger: Comparison; refused: number; backMs: number }

function conclude({ isShort }: ProofContext, { load: { calls }, ledger, refused, backMs }: Outcome) {
  const rejected = calls.filter(({ ending }) => ending === 'unavailable').length
  const unanswered = calls.filter(({ ending }) => ending === 'broken off' || ending === 'wrong').length
  const faults =
    refused +
    unanswered +
    ledger.lost +
    ledger.chargedForNothing +
    ledger.doubled +
    ledger.unrecorded +
    ledger.drifting
  return judged({
    figure:
      `${calls.length.toLocaleString('en')} calls: ${refused} refused by the ledger, ${rejected} rejected with 503, ` +
      `${unanswered} broken off or wrong, back after ${(backMs / 1_000).toFixed(2)} s; ${ledger.lost} lost of ` +
      `${ledger.acknowledged.toLocaleString('en')} acknowledged, ${ledger.chargedForNothing} charged for nothing, ${ledger.doubled} doubled, ` +
      `${ledger.unrecorded} without a record, drift ${ledger.drifting}`,
    // Without rejections, nothing noticed that Postgres was read-only.
    isPassed: faults === 0 && rejected > 0 && backMs <= (isShort ? backWithinMsShort : backWithinMs),
  })
}
