// Plans the runs: every point at which a stream can break, with every way of reporting usage, and then random ones up
// to the wanted number. The same seed gives the same runs.
import type { Cut } from '../raw-call.ts'
import type { Random } from '../../kit/seeded-random.ts'
import { planDoorRuns, planFailovers } from './plan-door-runs.ts'
import { planProviderRuns } from './plan-provider-runs.ts'
import { type Refusal, type Run, type UsagePlace, countFrames, usagePlaces } from './run.ts'
import { type RunSource, type UnnamedRun, randomUsage } from './run-source.ts'

export type RunCounts = {
  client: number
  provider: number
  /** Number of kills; each hits several concurrent calls. */
  kills: number
  callsPerKill: number
  ledger: number
  refusal: number
  /** Through each of the other billable routes and tools. */
  perDoor: number
  /** With two provider routes. */
  failover: number
}

export type PlannedRuns = {
  client: readonly Run[]
  provider: readonly Run[]
  /** All fail, one after another, until the route's breaker is open. */
  openRoute: readonly Run[]
  kills: readonly Kill[]
  ledger: readonly Run[]
  refusal: readonly Run[]
  doors: readonly Run[]
  failover: readonly Run[]
}

/** The gateway is killed `afterMs` after the leader received `atFrame` frames. */
export type Kill = { runs: readonly Run[]; leader: Run | undefined; atFrame: number; afterMs: number }

export function planRuns(random: Random, counts: RunCounts): PlannedRuns {
  return {
    provider: fill(random, planProviderRuns(random), { count: counts.provider, name: 'provider' }),
    client: fill(random, planClientRuns(random), { count: counts.client, name: 'client' }),
    openRoute: planOpenRoute(),
    kills: Array.from({ length: counts.kills }, (_, index) => planKill(random, index, counts.callsPerKill)),
    ledger: planLedgerRuns(random, counts.ledger),
    refusal: planRefusals(counts.refusal),
    doors: nameAll('door', planDoorRuns(random, counts.perDoor)),
    failover: nameAll('failover', planFailovers(random, counts.failover)),
  }
}

/** Takes a sample if there are too many runs, and adds random ones if there are too few. */
function fill(
  random: Random,
  { always, all, another }: RunSource,
  { count, name }: { count: number; name: string },
): Run[] {
  const chosen = [...always, ...random.shuffle(all)].slice(0, count)
  while (chosen.length < count) chosen.push(another())
  return random.shuffle(chosen).map((run, index) => Object.assign({ name: numbered(name, index) }, run))
}

function nameAll(name: string, runs: readonly UnnamedRun[]): Run[] {
  return runs.map((run, index) => Object.assign({ name: numbered(name, index) }, run))
}

function numbered(name: string, index: number): string {
  return `${name}-${String(index).padStart(5, '0')}`
}

function planClientRuns(random: Random): RunSource {
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

function pacedPlan(random: Random, place: UsagePlace, outputTokens: number): Run['plan'] {
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

function randomClientRun(random: Random): UnnamedRun {
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
  if (kind < 0.4) return randomJsonClientRun(random, isReset)
  // In some runs all frames are sent without delay, so that the end of the answer can arrive before the client has
  // left.
  const shape = random.fraction() < 0.3 ? { ...plan.shape, frameDelayMs: 0 } : plan.shape
  const cut: Cut = { at: 'bytes', count: random.integer(1, bytesMax), isReset }
  return clientRun({ ...plan, ...(shape && { shape }) }, cut, { choices })
}

function randomJsonClientRun(random: Random, isReset: boolean): UnnamedRun {
  const usage = { place: random.pick(['own_chunk', 'nowhere'] as const), exact: randomUsage(random) }
  const plan = { outputTokens: 5, usage, shape: { headersDelayMs: random.integer(0, 40) } }
  const cut: Cut =
    random.fraction() < 0.5
      ? { at: 'time', afterMs: random.integer(0, 60), isReset }
      : { at: 'bytes', count: random.integer(1, 1_500), isReset }
  return clientRun(plan, cut, { isStream: false })
}

function planKill(random: Random, index: number, callsPerKill: number): Kill {
  const runs = Array.from({ length: callsPerKill }, (_, call): Run => {
    const isStream = call === 0 || random.fraction() < 0.8
    const place = random.pick(['own_chunk', 'finish_chunk', 'every_chunk'] as const)
    const plan = pacedPlan(random, place, random.integer(2, 8))
    const shape = isStream ? plan.shape : { headersDelayMs: random.integer(0, 80) }
    return {
      name: numbered('kill', index * callsPerKill + call),
      cause: 'kill',
      isStream,
      choices: 1,
      plan: { ...plan, ...(shape && { shape }) },
    }
  })
  const [leader] = runs
  const frames = leader ? countFrames(leader) : 0
  // `atFrame` advances by five from kill to kill, so that even a few kills hit the beginning, the middle and the end.
  return { runs, leader, atFrame: (4 + index * 5) % (frames + 1), afterMs: random.pick([0, 0, 1, 3, 10]) }
}

function planLedgerRuns(random: Random, count: number): Run[] {
  return Array.from({ length: count }, (_, index) => {
    const isStream = index % 4 !== 3
    const usage = { exact: randomUsage(random) }
    const shape = isStream ? { frameDelayMs: 100 } : { headersDelayMs: 1_200 }
    const plan = { outputTokens: 10, usage, shape }
    return { name: numbered('ledger', index), cause: 'ledger', isStream, choices: 1, plan }
  })
}

const refusals: readonly Refusal[] = [
  { what: 'key', status: 401 },
  { what: 'scope', status: 403 },
  { what: 'allowlist', status: 403 },
  { what: 'body', status: 400 },
  { what: 'content type', status: 400 },
  { what: 'model', status: 404 },
  { what: 'credits', status: 402 },
  { what: 'rate', status: 429 },
]

function planRefusals(count: number): Run[] {
  return Array.from({ length: count }, (_, index) => ({
    name: numbered('refusal', index),
    cause: 'refusal',
    isStream: index % 2 === 0,
    choices: 1,
    plan: { outputTokens: 1 },
    refusal: refusals[index % refusals.length] ?? { what: 'key', status: 401 },
  }))
}

function planOpenRoute(): Run[] {
  return Array.from({ length: 8 }, (_, index) => ({
    name: numbered('open-route', index),
    cause: 'provider',
    isStream: true,
    choices: 1,
    plan: { outputTokens: 1, fault: { kind: 'status', status: 500 } },
    route: 'open-route',
  }))
}
