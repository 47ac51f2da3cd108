import { availableParallelism } from 'node:os'
import { openGatewaySetup } from '../gateway-setup.ts'
import { percentile } from '../../kit/percentile.ts'
import { startCannedProvider } from './canned-provider.ts'
import { type Cost, type Mode, measureCost } from './measure-cost.ts'
import { pinFamily, pinProcess } from './pin-process.ts'
import {
  type Proxies,
  type Proxy,
  describeRuntime,
  patientGateway,
  startGateway,
  startProxies,
} from './start-proxies.ts'
import { describeWarmth, warmUp } from './warm-up.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'

const bars = { json: 0.35, stream: 0.72, ofPeer: 5, kilobytes: 35 }
const stretch = { json: 0.45, stream: 0.75 }
const rounds = { long: 7, short: 1 }
const edgeCore = 0
const proxyCore = 1
const tickMs = 2

type Round = { bare: Cost; ours: Cost; peer: Cost | undefined }

export const proof: Proof = {
  name: 'gateway-throughput',
  tier: 'night',
  claim: 'one gateway process, with all features on, uses little more CPU per call than a bare proxy',
  bar:
    `CPU per call of bare ÷ ours, all threads, in the same round: non-stream ≥ ${bars.json} (stretch ${stretch.json}), streams of ` +
    `50 frames ≥ ${bars.stream} (stretch ${stretch.stream}); Portkey's ≥ ${bars.ofPeer} × ours; ≤ ${bars.kilobytes} kB allocated per call`,
  async run(context) {
    if (availableParallelism() < 2)
      return notMeasured('two cores are needed: one for the proxy, one for the rest')
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, edgeCore)
    const { setup, proxies } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, edgeCore)
    await pinFamily(setup.redis.pid, edgeCore)
    context.progress(
      `${describeRuntime()}; the measured process has core ${proxyCore} to itself, its helper threads included`,
    )
    const json = await measureMode(context, proxies, 'json')
    const kilobytes = await measureAllocations(context, proxies.ours)
    const stream = await measureMode(context, proxies, 'stream')
    return conclude(context, { json, stream, kilobytes })
  },
  async tryTools(scope) {
    const { setup, proxies } = await openSetup(scope, patientGateway)
    const short = { isShort: true, progress: () => undefined }
    // Few connections, so that a cold process on a busy machine answers at all.
    const measure = (proxy: Proxy, mode: Mode) =>
      measureCost(proxy, { ...costOptions(short, mode), connections: 4, measureMs: 2_500 })
    await measure(proxies.bare, 'json')
    await measure(proxies.peer, 'json')
    const healthy = await measure(proxies.ours, 'json')
    await measure(proxies.ours, 'stream')
    if (!((await measureAllocations(short, proxies.ours)) > 1))
      throw new Error('no allocations were measured')
    // More than the difference between a cold and a warm process.
    const faulty = await startGateway(scope, setup, {
      core: proxyCore,
      settings: patientGateway,
      fault: 'busy=5',
    })
    const slow = await measure(faulty, 'json')
    if (!(slow.cpuMicros > healthy.cpuMicros + 2_500))
      throw new Error(`5 ms of CPU per call more were measured as ${slow.cpuMicros - healthy.cpuMicros} µs`)
  },
}

async function openSetup(scope: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  const provider = await startCannedProvider()
  scope.defer(() => void provider.server.close())
  provider.startTicks(tickMs)
  scope.defer(() => provider.stopTicks())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: proxyCore, settings }
  return { setup, proxies: await startProxies(scope, setup, places) }
}

function costOptions({ isShort }: ProofContext, mode: Mode) {
  // CI's machine is shared and its rounds last a second, so there it is enough that most calls succeed.
  return isShort
    ? { mode, warmUpMs: 200, measureMs: 600, failedShareMax: 0.5 }
    : { mode, warmUpMs: 500, measureMs: 4_000, failedShareMax: 0 }
}

/** Only costs of the same round are compared: absolute figures vary from minute to minute. */
async function measureMode(context: ProofContext, proxies: Proxies, mode: Mode): Promise<Round[]> {
  // Portkey cannot stream on this Node: it modifies immutable headers and responds with 500.
  const names = mode === 'json' ? (['bare', 'ours', 'peer'] as const) : (['bare', 'ours'] as const)
  if (!context.isShort) {
    for (const name of names)
      context.progress(`${mode} warm-up of ${name}: ${describeWarmth(await warmUp(proxies[name], mode))}`)
  }
  const measured: Round[] = []
  while (measured.length < (context.isShort ? rounds.short : rounds.long)) {
    const options = costOptions(context, mode)
    const round: Round = {
      ours: await measureCost(proxies.ours, options),
      bare: await measureCost(proxies.bare, options),
      peer: mode === 'json' ? await measureCost(proxies.peer, options) : undefined,
    }
    measured.push(round)
    context.progress(`${mode} round ${measured.length}: ${describeRound(round)}`)
  }
  return measured
}

function describeRound({ bare, ours, peer }: Round): string {
  const describe = (name: string, { cpuMicros, perSecond }: Cost) =>
    `${name} ${cpuMicros.toFixed(1)} µs (${Math.round(perSecond)}/s)`
  const ratio = `ratio ${(bare.cpuMicros / ours.cpuMicros).toFixed(3)}`
  return [
    describe('bare', bare),
    describe('ours', ours),
    ...(peer ? [describe('Portkey', peer)] : []),
    ratio,
  ].join(', ')
}

/** Apart from the rounds, because watching the collector costs CPU time. */
async function measureAllocations(context: ProofContext, ours: Proxies['ours']): Promise<number> {
  const perCall: number[] = []
  for (let run = 0; run < (context.isShort ? 1 : 3); run += 1) {
    const options = { ...costOptions(context, 'json'), warmUpMs: 0 }
    await ours.probe.ask('startAllocations')
    const { calls } = await measureCost(ours, options)
    perCall.push((await ours.probe.ask('stopAllocations')) / 1_000 / calls)
    context.progress(`${perCall.at(-1)?.toFixed(1)} kB allocated per call`)
  }
  return percentile(perCall, 0.5)
}

type Measured = { json: Round[]; stream: Round[]; kilobytes: number }

function conclude({ isShort }: ProofContext, { json, stream, kilobytes }: Measured) {
  const ratios = (all: readonly Round[]) => all.map(({ bare, ours }) => bare.cpuMicros / ours.cpuMicros)
  const median = (values: readonly number[]) => percentile(values, 0.5)
  const [ofBare, streamOfBare] = [median(ratios(json)), median(ratios(stream))]
  const ofPeer = median(json.map(({ peer, ours }) => (peer?.cpuMicros ?? Number.NaN) / ours.cpuMicros))
  const describe = (all: readonly Round[]) => {
    const of = (name: 'bare' | 'ours', value: keyof Cost) =>
      median(all.map((round) => round[name][value])).toFixed(0)
    const [least, most] = [Math.min(...ratios(all)), Math.max(...ratios(all))]
    return (
      `${median(ratios(all)).toFixed(2)} of bare [${least.toFixed(2)}–${most.toFixed(2)}] (${of('ours', 'cpuMicros')} and ` +
      `${of('bare', 'cpuMicros')} µs of CPU per call; ${of('ours', 'perSecond')} and ${of('bare', 'perSecond')} calls/s)`
    )
  }
  return judged({
    figure:
      `non-stream ${describe(json)}, streams ${describe(stream)}, Portkey ${ofPeer.toFixed(1)} × ours (non-stream: it does ` +
      `not stream on this Node), ${kilobytes.toFixed(0)} kB allocated per call; ${describeRuntime()}`,
    isPassed:
      isShort ||
      (ofBare >= bars.json &&
        streamOfBare >= bars.stream &&
        ofPeer >= bars.ofPeer &&
        kilobytes <= bars.kilobytes),
  })
}
