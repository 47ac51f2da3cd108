// Runs whose client leaves: at every frame, at any byte, at any moment, and after the usage has arrived.
import type { Cut } from '../../raw-call.ts'
import type { Random } from '../../../kit/seeded-random.ts'
import { type Run, type UsagePlace, countFrames, usagePlaces } from '../run.ts'
import { type RunSource, type UnnamedRun, randomUsage } from './run-source.ts'

export function planClientRuns(random: Random): RunSource {
  const all = usagePlaces.flatMap((place) => {
    const paced = pacedPlan(random, place, 6)
    const frames = countFrames({ choices: 1, plan: paced })
    return [
      ...upTo(frames).map((count) => clientRun(paced, { at: 'frame', count, afterMs: 0, isReset: true })),
      // In these runs the provider sends `count` frames and then hangs.
      ...upTo(1 + paced.outputTokens).map((count) => goneAtFrame(paced, count)),
    ]
  })
  const patient = Array.from({ length: 20 }, () => goneAfterUsage(random))
  const early = [1, 3, 5].map((count) => goneAtFrame(pacedPlan(random, 'own_chunk', 6), count))
  const hasty = upTo(40).map((count) => goneAtOnce(random, count / 4))
  return {
    always: [...patient.slice(0, 4), ...early, ...hasty.slice(0, 10)],
    all: [...all, ...patient.slice(4), ...hasty.slice(10)],
    another: () => randomClientRun(random),
  }
}

function upTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, index) => index)
}

/**
 * The client leaves so early that the provider may not have been called yet; if it was, it must still notice the
 * disconnect.
 */
function goneAtOnce(random: Random, afterMs: number): UnnamedRun {
  const cut: Cut = { at: 'time', afterMs, isReset: random.fraction() < 0.5 }
  const plan: Run['plan'] = { outputTokens: 6, fault: { kind: 'hang_before_headers' } }
  return clientRun(plan, cut, { isStream: random.fraction() < 0.5 })
}

/** The provider hangs after `count` frames, so that the client leaves before anything more is sent. */
function goneAtFrame(plan: Run['plan'], count: number): UnnamedRun {
  return clientRun(
    { ...plan, fault: { kind: 'hang_mid_stream', after: count } },
    { at: 'frame', count, afterMs: 0, isReset: false },
  )
}

function clientRun(plan: Run['plan'], cut: Cut, rest: Partial<UnnamedRun> = {}): UnnamedRun {
  return { cause: 'client', isStream: true, choices: 1, plan, cut, ...rest }
}

export function pacedPlan(random: Random, place: UsagePlace, outputTokens: number): Run['plan'] {
  return {
    outputTokens,
    usage: { place, exact: randomUsage(random) },
    shape: { frameDelayMs: random.integer(2, 12) },
  }
}

/**
 * The client leaves after the provider has sent the usage block and nothing more, and after waiting long enough for the
 * gateway to receive it.
 */
function goneAfterUsage(random: Random): UnnamedRun {
  const place = random.pick(['own_chunk', 'finish_chunk', 'every_chunk'] as const)
  const plan = pacedPlan(random, place, random.integer(0, 6))
  const contentFrames = 1 + plan.outputTokens
  const after = place === 'own_chunk' ? 'usage' : 'finish'
  const isReset = random.fraction() < 0.5
  return clientRun(
    { ...plan, fault: { kind: 'hang_mid_stream', after } },
    { at: 'frame', count: contentFrames, afterMs: patienceMs, isReset },
  )
}

/** How long a client waits before it leaves, if the gateway must first have received everything the provider sent. */
export const patienceMs = 400

export function randomClientRun(random: Random): UnnamedRun {
  const isReset = random.fraction() < 0.5
  const choices = random.pick([1, 1, 2, 3])
  const plan = pacedPlan(random, random.pick(usagePlaces), random.integer(0, 8))
  const bytesMax = 900 + 300 * countFrames({ choices, plan })
  const kind = random.fraction()
  if (kind < 0.1) return goneAfterUsage(random)
  if (kind < 0.18) {
    return clientRun(plan, { at: 'request', share: random.fraction(), isReset }, { choices })
  }
  if (kind < 0.22) return goneAtOnce(random, 10 * random.fraction())
  if (kind < 0.3) return clientRun(plan, { at: 'time', afterMs: random.integer(0, 60), isReset }, { choices })
  if (kind < 0.4) return randomJsonClientRun(random)
  // In some runs all frames are sent without delay, so that the end of the answer can arrive before the client has
  // left.
  const shape = random.fraction() < 0.3 ? { ...plan.shape, frameDelayMs: 0 } : plan.shape
  const cut: Cut = { at: 'bytes', count: random.integer(1, bytesMax), isReset }
  return clientRun({ ...plan, ...(shape && { shape }) }, cut, { choices })
}

export function randomJsonClientRun(random: Random): UnnamedRun {
  const isReset = random.fraction() < 0.5
  const usage = { place: random.pick(['own_chunk', 'nowhere'] as const), exact: randomUsage(random) }
  const plan = { outputTokens: 5, usage, shape: { headersDelayMs: random.integer(0, 40) } }
  const cut: Cut =
    random.fraction() < 0.5
      ? { at: 'time', afterMs: random.integer(0, 60), isReset }
      : { at: 'bytes', count: random.integer(1, 1_500), isReset }
  return clientRun(plan, cut, { isStream: false })
}
