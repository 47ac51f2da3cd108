import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { assert } from '@gatehouse/runtime/assert'
import { preferMainThread } from '@gatehouse/service/prefer-main-thread'
import { openGatewaySetup } from '../../gateway-setup.ts'
import { collectGarbage } from '../../../kit/collect-garbage.ts'
import { percentile } from '../../../kit/percentile.ts'
import { pinFamily, pinProcess } from '../pin-process.ts'
import {
  type Proxies,
  type Proxy,
  describeRuntime,
  patientGateway,
  startBareAndOurs,
  startGateway,
} from '../start-proxies.ts'
import { type StampedProvider, startStampedProvider } from './stamped-provider.ts'
import { openStreams } from './stream-readers.ts'
import { type Proof, type ProofContext, judged } from '../../../proof.ts'

const delayRatioMax = 2
// A stall of the machine decides the p99 of a single round.
const rounds = { long: 3, short: 1 }
const kibibytesPerStreamMax = 64
const [edgeCore, gatewayCore] = [0, 1]

type Held = {
  streams: number
  p50Ms: number
  p99Ms: number
  broken: number
  /** Stamped frames that the provider sent. */
  frames: number
  /** Frames that did not arrive, and frames that did not follow the one before them. */
  lost: number
  disordered: number
  kibibytesPerStream: number
}

type Round = Record<'bare' | 'ours', Held>

export const proof: Proof = {
  name: 'gateway-streams',
  tier: 'night',
  claim:
    'one gateway process on one core holds thousands of streams open without delaying or breaking them or losing a frame',
  bar: `0 broken streams and 0 lost or disordered frames of 2,000 × 10 frames/s and of 10,000 × 1 frame/s (or as many as the open-file limit allows), frame delay p99 ≤ ${delayRatioMax} × bare in the median of three rounds, ≤ ${kibibytesPerStreamMax} KiB per stream`,
  async run(context) {
    const { isShort, progress } = context
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, edgeCore)
    // This process is the load and the provider: its helper threads must not delay what is measured.
    preferMainThread()
    const { provider, setup, proxies } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, edgeCore)
    await pinFamily(setup.redis.pid, edgeCore)
    progress(`${describeRuntime()}; all threads of the measured process share core ${gatewayCore}`)
    const hold = async (name: 'bare' | 'ours', load: Holding) => {
      const held = await holdStreams(provider, proxies[name], load)
      progress(`${name}, ${describe(held)}`)
      return held
    }
    const load = isShort ? shortLoad : longLoad
    const measured: Round[] = []
    while (measured.length < (isShort ? rounds.short : rounds.long))
      measured.push({ bare: await hold('bare', load), ours: await hold('ours', load) })
    const many = { ...load, streams: isShort ? 300 : Math.min(10_000, streamsMax()), periodMs: 1_000 }
    return conclude(context, { measured, many: await hold('ours', many) })
  },
  async tryTools(scope) {
    const { provider, setup, proxies } = await openSetup(scope, patientGateway)
    const load = { streams: 10, periodMs: 100, seconds: 0.5, warmUpMs: 200 }
    for (const proxy of [proxies.bare, proxies.ours]) {
      const held = await holdStreams(provider, proxy, load)
      if (held.broken + held.lost + held.disordered > 0) throw new Error(describe(held))
    }
    const fault = 'drop-frame=7'
    const faulty = await startGateway(scope, setup, { core: gatewayCore, settings: patientGateway, fault })
    const { lost, disordered } = await holdStreams(provider, faulty, load)
    if (lost === 0 || disordered === 0) throw new Error('lost frames were not noticed')
  },
}

async function openSetup(scope: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  const provider = await startStampedProvider()
  scope.defer(() => void provider.server.close())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: gatewayCore, settings }
  const proxies: Pick<Proxies, 'bare' | 'ours'> = await startBareAndOurs(scope, setup, places)
  return { provider, setup, proxies }
}

type Holding = { streams: number; periodMs: number; seconds: number; warmUpMs: number }

const longLoad: Holding = { streams: 2_000, periodMs: 100, seconds: 30, warmUpMs: 2_000 }
const shortLoad: Holding = { streams: 100, periodMs: 100, seconds: 1, warmUpMs: 500 }

async function holdStreams(
  provider: StampedProvider,
  proxy: Proxy,
  { streams, periodMs, seconds, warmUpMs }: Holding,
): Promise<Held> {
  const before = residentKibibytes(proxy.pid)
  const body = JSON.stringify({ ...(JSON.parse(proxy.body) as object), stream: true })
  provider.takeSent()
  const readers = await openStreams({ ...proxy, body }, streams)
  provider.start(periodMs)
  // Delays of frames sent while the streams were being opened do not count.
  await pause(warmUpMs)
  collectGarbage()
  readers.takeDelays()
  await pause(seconds * 1_000)
  const delays = readers.takeDelays()
  const kibibytesPerStream = (residentKibibytes(proxy.pid) - before) / streams
  provider.endStreams()
  const { broken, frames: received, disordered } = await readers.ended
  readers.close()
  const frames = provider.takeSent()
  return {
    streams,
    p50Ms: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    broken,
    frames,
    lost: frames - received,
    disordered,
    kibibytesPerStream,
  }
}

function residentKibibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function describe({
  streams,
  p50Ms,
  p99Ms,
  broken,
  frames,
  lost,
  disordered,
  kibibytesPerStream,
}: Held): string {
  return (
    `${streams} streams: ${broken} broken, ${lost} lost and ${disordered} disordered of ${frames} frames, frame delay p50 ` +
    `${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${kibibytesPerStream.toFixed(0)} KiB per stream`
  )
}

function conclude({ isShort }: ProofContext, { measured, many }: { measured: readonly Round[]; many: Held }) {
  const ratioOf = ({ bare, ours }: Round) => ours.p99Ms / bare.p99Ms
  const ordered = measured.toSorted((left, right) => ratioOf(left) - ratioOf(right))
  const typical = ordered[Math.floor(ordered.length / 2)]
  assert(typical, 'there is a round')
  const ratio = ratioOf(typical)
  const all = [...measured.flatMap(({ bare, ours }) => [bare, ours]), many]
  const faults = all.reduce(
    (sum, { broken, lost, disordered }) => sum + broken + Math.abs(lost) + disordered,
    0,
  )
  const kibibytes = Math.max(...measured.map(({ ours }) => ours.kibibytesPerStream), many.kibibytesPerStream)
  return judged({
    figure:
      `${describe(typical.ours)}; ${describe(many)}; frame delay p99 ${ratio.toFixed(2)} × bare ` +
      `(${typical.ours.p99Ms.toFixed(1)} of ${typical.bare.p99Ms.toFixed(1)} ms; all rounds ` +
      `${measured.map((round) => ratioOf(round).toFixed(2)).join(', ')}), at most ${kibibytes.toFixed(0)} KiB per stream; ` +
      `${faults} faults; ${describeRuntime()}`,
    isPassed:
      faults === 0 &&
      // The short form judges neither: a hundred streams need less memory than the process's normal growth, and in CI
      // the delay depends on other load.
      (isShort || (ratio <= delayRatioMax && kibibytes <= kibibytesPerStreamMax)),
  })
}

/**
 * Number of streams that the open-file limit allows. A stream uses two connections in the proxy, and two in this
 * process, which is both client and provider.
 */
function streamsMax(): number {
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Math.floor((Number(limit) - 500) / 2)
}
