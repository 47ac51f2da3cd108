// One gateway process, held to a quarter of a core, is offered five times the calls that it can serve. The load, the
// provider and the databases have the other core to themselves.
import { availableParallelism } from 'node:os'
import { openGatewaySetup } from '../gateway-setup.ts'
import { startCannedProvider } from '../load/canned-provider.ts'
import { type LoadTarget, runClosedLoop } from '../load/closed-loop.ts'
import { type TimedCall, runOpenLoop } from '../load/open-loop.ts'
import { pinFamily, pinProcess } from '../load/pin-process.ts'
import { startBareAndOurs } from '../load/start-proxies.ts'
import { readCpuMicros } from '../../kit/cpu-time.ts'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { openCpuQuota } from './cpu-quota.ts'

const cores = 0.25
const multiple = 5
const normalShare = 0.5
const bars = { goodput: 0.85, latency: 3, rejectedMs: 50, recoveredMs: 2_000 }
// As many as a balancer keeps open; enough for every call in flight while answers are prompt.
const connections = 512
const [edgeCore, gatewayCore] = [0, 1]

export const proof: Proof = {
  name: 'overload',
  tier: 'night',
  claim: `a gateway process that is offered ${multiple} × its capacity goes on serving nearly all it can, as fast as before`,
  bar:
    `goodput ≥ ${bars.goodput} of capacity, p99 of admitted calls ≤ ${bars.latency} × normal, the rest rejected with ` +
    `503 within ${bars.rejectedMs} ms, recovered within ${bars.recoveredMs / 1_000} s`,
  async run(context) {
    if (availableParallelism() < 2)
      return notMeasured('two cores are needed: one for the gateway, one for the rest')
    await using scope = new AsyncDisposableStack()
    const quota = await openCpuQuota(scope, cores)
    if (!quota) return notMeasured('no CPU quota can be set on this machine')
    await pinProcess(process.pid, edgeCore)
    const { setup, target, pid } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, edgeCore)
    await pinFamily(setup.redis.pid, edgeCore)
    await warmUp(context, target)
    await quota.add(pid)
    return judge(context, await measure(context, { target, pid }))
  },
  async tryTools(scope) {
    const { target } = await openSetup(scope)
    await openCpuQuota(scope, cores)
    await runOpenLoop(target, { perSecond: 100, forMs: 500 })
  },
}

async function openSetup(scope: AsyncDisposableStack) {
  const provider = await startCannedProvider()
  scope.defer(() => void provider.server.close())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: gatewayCore }
  const { ours } = await startBareAndOurs(scope, setup, places)
  return { setup, target: ours, pid: ours.pid }
}

/** With the whole core, until the compiler has seen the path. */
async function warmUp({ progress, isShort }: ProofContext, target: LoadTarget): Promise<void> {
  const { calls } = await runClosedLoop(target, {
    connections: 16,
    warmUpMs: 0,
    measureMs: isShort ? 4_000 : 25_000,
  })
  progress(`warm after ${calls} calls`)
}

type Gateway = { target: LoadTarget; pid: number }

type Measured = {
  capacity: number
  normal: TimedCall[]
  overload: TimedCall[]
  overloadSeconds: number
  after: TimedCall[]
}

async function measure({ progress, isShort }: ProofContext, { target, pid }: Gateway): Promise<Measured> {
  const seconds = isShort ? { each: 2, overload: 5 } : { each: 15, overload: 60 }
  const begunMicros = readCpuMicros(pid)
  const closed = await runClosedLoop(target, {
    connections: 16,
    warmUpMs: 1_000,
    measureMs: seconds.each * 1_000,
  })
  const capacity = (closed.calls - closed.failed) / closed.seconds
  const perCall = (readCpuMicros(pid) - begunMicros) / (capacity * (closed.seconds + 1))
  progress(
    `capacity: ${capacity.toFixed(0)} calls/s, ${closed.failed} failed, ${perCall.toFixed(0)} µs of CPU per call`,
  )

  const atNormal = { perSecond: capacity * normalShare, forMs: seconds.each * 1_000, connections }
  const normal = await runOpenLoop(target, atNormal)
  progress(`at ${normalShare} of capacity: ${describe(normal)}`)

  const atOverload = { perSecond: capacity * multiple, forMs: seconds.overload * 1_000, connections }
  const overloadMicros = readCpuMicros(pid)
  const overload = await runOpenLoop(target, atOverload)
  const rejected = overload.filter(({ isOk }) => !isOk).length
  const spent = readCpuMicros(pid) - overloadMicros - perCall * (overload.length - rejected)
  progress(
    `at ${multiple} × capacity: ${describe(overload)}; ${(spent / rejected).toFixed(1)} µs of CPU per rejection`,
  )

  const after = await runOpenLoop(target, { ...atNormal, forMs: 6_000 })
  progress(`at ${normalShare} of capacity again: ${describe(after)}`)
  return { capacity, normal, overload, overloadSeconds: seconds.overload, after }
}

function describe(calls: readonly TimedCall[]): string {
  const admitted = calls.filter(({ isOk }) => isOk).map(({ tookMs }) => tookMs)
  const rejected = calls.filter(({ isOk }) => !isOk).map(({ tookMs }) => tookMs)
  const figures = (values: readonly number[]) =>
    values.length === 0
      ? '0'
      : `${values.length} (p50 ${percentile(values, 0.5).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)}, max ` +
        `${percentile(values, 1).toFixed(1)} ms)`
  return `admitted ${figures(admitted)}, rejected ${figures(rejected)}`
}

function judge({ isShort }: ProofContext, { capacity, normal, overload, overloadSeconds, after }: Measured) {
  const admitted = overload.filter(({ isOk }) => isOk)
  const rejected = overload.filter(({ isOk }) => !isOk)
  const otherwise = rejected.filter(({ status }) => status !== 503).length
  const late = rejected.filter(({ tookMs }) => tookMs > bars.rejectedMs).length
  const endsMs = (overload[0]?.dueMs ?? 0) + overloadSeconds * 1_000
  const served = admitted.filter(({ dueMs, tookMs }) => dueMs + tookMs <= endsMs).length
  const goodput = served / overloadSeconds / capacity
  const p99 = (calls: readonly TimedCall[]) =>
    percentile(
      calls.filter(({ isOk }) => isOk).map(({ tookMs }) => tookMs),
      0.99,
    )
  const latency = p99(admitted) / p99(normal)
  const begunMs = after[0]?.dueMs ?? Number.NaN
  const lastTroubledMs = after
    .filter(({ isOk, tookMs }) => !isOk || tookMs > p99(normal) * bars.latency)
    .reduce((last, { dueMs, tookMs }) => Math.max(last, dueMs + tookMs - begunMs), 0)
  return judged({
    figure:
      `goodput ${goodput.toFixed(2)} of ${capacity.toFixed(0)} calls/s, p99 of admitted calls ${latency.toFixed(2)} × normal ` +
      `(${p99(admitted).toFixed(0)} and ${p99(normal).toFixed(0)} ms), ${late} of ${rejected.length} rejections later than ` +
      `${bars.rejectedMs} ms, ${otherwise} without 503, recovered after ${(lastTroubledMs / 1_000).toFixed(2)} s`,
    isPassed:
      otherwise === 0 &&
      (isShort ||
        (goodput >= bars.goodput &&
          latency <= bars.latency &&
          late === 0 &&
          lastTroubledMs <= bars.recoveredMs)),
  })
}
