// Plans the runs: every point at which a stream can break, with every way of reporting usage, and then random ones up
// to the wanted number. The same seed gives the same runs.
import type { Random } from '../../../kit/seeded-random.ts'
import { otherDoors } from '../doors.ts'
import { pacedPlan, planClientRuns } from './plan-client-runs.ts'
import { planDoorRuns, planFailovers } from './plan-door-runs.ts'
import { planProviderRuns } from './plan-provider-runs.ts'
import { type DoorName, type Refusal, type Run, countFrames } from '../run.ts'
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

function planKill(random: Random, index: number, callsPerKill: number): Kill {
  const runs = Array.from({ length: callsPerKill }, (_, call): Run => {
    const isStream = call === 0 || random.fraction() < 0.7
    const place = random.pick(['own_chunk', 'finish_chunk', 'every_chunk'] as const)
    const plan = pacedPlan(random, place, random.integer(2, 8))
    const shape = isStream ? plan.shape : { headersDelayMs: random.integer(0, 80) }
    return {
      name: numbered('kill', index * callsPerKill + call),
      cause: 'kill',
      isStream,
      choices: 1,
      door: doorAt(call, isStream),
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
    const door = doorAt(isStream ? index : Math.floor(index / 4), isStream)
    return { name: numbered('ledger', index), cause: 'ledger', isStream, choices: 1, door, plan }
  })
}

/** Every other run is a chat completion, the others take turns through the other routes and tools. */
function doorAt(index: number, isStream: boolean): DoorName {
  if (index % 2 === 0) return 'chat'
  return isStream ? 'completions' : (otherDoors[((index - 1) / 2) % otherDoors.length] ?? 'chat')
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
