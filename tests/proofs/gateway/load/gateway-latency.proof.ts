import { openGatewaySetup } from '../gateway-setup.ts'
import { startCannedProvider } from './canned-provider.ts'
import { type Floor, measureFloor } from './measure-floor.ts'
import { type TimedCall, runOpenLoop } from './open-loop.ts'
import { percentile } from '../../kit/percentile.ts'
import { pinFamily, pinProcess } from './pin-process.ts'
import { type Proxies, patientGateway, startBareAndOurs } from './start-proxies.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const callsPerSecond = 500
const callsPerSecondShort = 60
const failedShareMaxShort = 0.5
const bars = { p50: 1.5, p99: 2.5, firstFrameMs: 0.5 }
// CI's machine is shared and its rounds last seconds, so latencies reflect its other load; there the calls only have to
// succeed.
const barsShort = { p50: Infinity, p99: Infinity, firstFrameMs: Infinity }

type Round = { p50: number; p99: number; firstFrame: number; floor: Floor }

export const proof: Proof = {
  name: 'gateway-latency',
  tier: 'night',
  claim: `at ${callsPerSecond} calls a second the gateway adds little more latency than its guarantees require`,
  bar: `added p50 ≤ ${bars.p50} × and p99 ≤ ${bars.p99} × (two Redis round trips + one commit); first frame ≤ one Redis round trip + ${bars.firstFrameMs} ms`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, 0)
    const { setup, proxies } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, 0)
    await pinFamily(setup.redis.pid, 0)
    const rounds: Round[] = []
    for (let round = 0; round <= (context.isShort ? 1 : 5); round += 1) {
      const floor = await measureFloor(setup, {
        samples: context.isShort ? 50 : 2_000,
        perSecond: context.isShort ? callsPerSecondShort : callsPerSecond,
      })
      const measured = { ...(await measureRound(context, proxies)), floor }
      report(context, round, measured)
      // The first round warms caches, plans and the compiler.
      if (round > 0) rounds.push(measured)
    }
    return conclude(rounds, context.isShort ? barsShort : bars)
  },
  async tryTools(scope) {
    const { setup, proxies } = await openSetup(scope, patientGateway)
    await measureFloor(setup, { samples: 20, perSecond: callsPerSecondShort })
    await measureRound({ isShort: true }, proxies)
  },
}

async function openSetup(scope: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  // Streams of two frames, so that they end soon.
  const provider = await startCannedProvider(2)
  scope.defer(() => void provider.server.close())
  provider.startTicks(1)
  scope.defer(() => provider.stopTicks())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: 1, settings }
  const proxies = await startBareAndOurs(scope, setup, places)
  return { setup, proxies }
}

async function measureRound(
  { isShort }: Pick<ProofContext, 'isShort'>,
  { bare, ours }: Pick<Proxies, 'bare' | 'ours'>,
): Promise<Omit<Round, 'floor'>> {
  const load = isShort
    ? { perSecond: callsPerSecondShort, forMs: 500 }
    : { perSecond: callsPerSecond, forMs: 5_000 }
  const json = { bare: await runOpenLoop(bare, load), ours: await runOpenLoop(ours, load) }
  const asStream = (body: string) => JSON.stringify({ ...(JSON.parse(body) as object), stream: true })
  const stream = {
    bare: await runOpenLoop({ ...bare, body: asStream(bare.body) }, load),
    ours: await runOpenLoop({ ...ours, body: asStream(ours.body) }, load),
  }
  for (const calls of [json.ours, stream.ours]) {
    const failed = calls.filter(({ isOk }) => !isOk).length
    // On a stalled machine the gateway rightly sheds load.
    const failedMax = isShort ? calls.length * failedShareMaxShort : 0
    if (calls.length === 0 || failed > failedMax) throw new Error(`${failed} of ${calls.length} calls failed`)
  }
  const added = (share: number, of: (call: TimedCall) => number, { bare: base, ours: own }: typeof json) =>
    percentile(own.map(of), share) - percentile(base.map(of), share)
  return {
    p50: added(0.5, ({ tookMs }) => tookMs, json),
    p99: added(0.99, ({ tookMs }) => tookMs, json),
    firstFrame: added(0.5, ({ firstFrameMs }) => firstFrameMs, stream),
  }
}

function report({ progress }: ProofContext, round: number, { p50, p99, firstFrame, floor }: Round): void {
  progress(
    `${round === 0 ? 'warm-up' : `round ${round}`}: added p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms ` +
      `(floor ${floor.p50Ms.toFixed(2)} and ${floor.p99Ms.toFixed(2)} ms, at the same rate ${floor.atRate.p50Ms.toFixed(2)} ` +
      `and ${floor.atRate.p99Ms.toFixed(2)} ms), first frame ${firstFrame.toFixed(2)} ms ` +
      `(Redis ${floor.redisP50Ms.toFixed(2)} ms)`,
  )
}

function conclude(rounds: readonly Round[], bar: typeof bars) {
  const median = (of: (round: Round) => number) => percentile(rounds.map(of), 0.5)
  const p50 = median((round) => round.p50 / round.floor.p50Ms)
  const p99 = median((round) => round.p99 / round.floor.p99Ms)
  const atRateP50 = median((round) => round.p50 / round.floor.atRate.p50Ms)
  const atRateP99 = median((round) => round.p99 / round.floor.atRate.p99Ms)
  const firstFrameMs = median((round) => round.firstFrame - round.floor.redisP50Ms)
  return judged({
    figure:
      `added p50 ${p50.toFixed(2)} × the floor (${median((round) => round.p50).toFixed(2)} ms), p99 ${p99.toFixed(2)} × ` +
      `(${median((round) => round.p99).toFixed(2)} ms), ${atRateP50.toFixed(2)} and ${atRateP99.toFixed(2)} × the floor at the ` +
      `same rate; first frame one Redis round trip + ${firstFrameMs.toFixed(2)} ms`,
    isPassed: p50 <= bar.p50 && p99 <= bar.p99 && firstFrameMs <= bar.firstFrameMs,
  })
}
