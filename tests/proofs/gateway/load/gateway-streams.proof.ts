import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openGatewaySetup } from '../gateway-setup.ts'
import type { LoadTarget } from './closed-loop.ts'
import { percentile } from '../../kit/percentile.ts'
import { pinFamily, pinProcess } from './pin-process.ts'
import { type StampedProvider, startStampedProvider } from './stamped-provider.ts'
import { patientGateway, startBareAndOurs } from './start-proxies.ts'
import { openStreams } from './stream-readers.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const delayRatioMax = 2
const kibibytesPerStreamMax = 64

type Held = { p99Ms: number; broken: number; kibibytesPerStream: number }

export const proof: Proof = {
  name: 'gateway-streams',
  tier: 'night',
  claim: 'one gateway process on one core holds thousands of streams open without delaying or breaking them',
  bar: `0 broken of 2,000 × 10 frames/s and of 10,000 × 1 frame/s (or as many as the open-file limit allows), frame delay p99 ≤ ${delayRatioMax} × bare, ≤ ${kibibytesPerStreamMax} KiB per stream`,
  async run(context) {
    const { isShort, progress } = context
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, 0)
    const { provider, setup, proxies } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, 0)
    await pinFamily(setup.redis.pid, 0)
    const { bare, ours, gatewayPid } = proxies
    const streams = isShort ? 100 : 2_000
    const seconds = isShort ? 1 : 60
    const load = { streams, periodMs: 100, seconds, warmUpMs: isShort ? 500 : 2_000 }
    const hold = (target: LoadTarget, asked: typeof load) =>
      holdStreams(provider, target, { ...asked, gatewayPid })
    const bareHeld = await hold(bare, load)
    describe(context, `bare, ${streams} streams`, bareHeld)
    const held = await hold(ours, load)
    describe(context, `ours, ${streams} streams`, held)
    const many = { ...load, streams: isShort ? 300 : Math.min(10_000, streamsMax()), periodMs: 1_000 }
    const manyHeld = await hold(ours, many)
    describe(context, `ours, ${many.streams} streams`, manyHeld)
    const ratio = held.p99Ms / bareHeld.p99Ms
    progress(`frame delay p99 ${ratio.toFixed(2)} × bare`)
    return judged({
      figure:
        `${held.broken} broken of ${streams} and ${manyHeld.broken} of ${many.streams}, frame delay p99 ` +
        `${ratio.toFixed(2)} × bare (${held.p99Ms.toFixed(1)} of ${bareHeld.p99Ms.toFixed(1)} ms), ` +
        `${held.kibibytesPerStream.toFixed(0)} KiB per stream`,
      isPassed:
        held.broken + manyHeld.broken === 0 &&
        // The short form judges neither: a hundred streams need less memory than the process's normal growth, and in CI
        // the delay depends on other load.
        (isShort || (ratio <= delayRatioMax && held.kibibytesPerStream <= kibibytesPerStreamMax)),
    })
  },
  async tryTools(scope) {
    const { provider, proxies } = await openSetup(scope, patientGateway)
    for (const target of [proxies.bare, proxies.ours]) {
      const load = { streams: 10, periodMs: 100, seconds: 0.3, warmUpMs: 200, gatewayPid: proxies.gatewayPid }
      const { broken } = await holdStreams(provider, target, load)
      if (broken > 0) throw new Error(`${broken} of ${load.streams} streams at port ${target.port} broke`)
    }
  },
}

async function openSetup(scope: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  const provider = await startStampedProvider()
  scope.defer(() => void provider.server.close())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: 1, settings }
  const proxies = await startBareAndOurs(scope, setup, places)
  return { provider, setup, proxies }
}

type Holding = { streams: number; periodMs: number; seconds: number; warmUpMs: number; gatewayPid: number }

async function holdStreams(
  provider: StampedProvider,
  target: LoadTarget,
  { streams, periodMs, seconds, warmUpMs, gatewayPid }: Holding,
): Promise<Held> {
  const before = residentKibibytes(gatewayPid)
  const body = JSON.stringify({ ...(JSON.parse(target.body) as object), stream: true })
  const readers = await openStreams({ ...target, body }, streams)
  provider.start(periodMs)
  // Frames sent while the streams were being opened do not count.
  await pause(warmUpMs)
  readers.takeDelays()
  await pause(seconds * 1_000)
  const delays = readers.takeDelays()
  const kibibytesPerStream = (residentKibibytes(gatewayPid) - before) / streams
  provider.endStreams()
  const { broken } = await readers.ended
  readers.close()
  return { p99Ms: percentile(delays, 0.99), broken, kibibytesPerStream }
}

function residentKibibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function describe(
  { progress }: ProofContext,
  who: string,
  { p99Ms, broken, kibibytesPerStream }: Held,
): void {
  progress(
    `${who}: frame delay p99 ${p99Ms.toFixed(1)} ms, ${broken} broken, gateway ${kibibytesPerStream.toFixed(0)} KiB per stream`,
  )
}

/**
 * Number of streams that the open-file limit allows. A stream uses two connections in the proxy, and two in this
 * process, which is both client and provider.
 */
function streamsMax(): number {
  const limit = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Math.floor((Number(limit) - 500) / 2)
}
