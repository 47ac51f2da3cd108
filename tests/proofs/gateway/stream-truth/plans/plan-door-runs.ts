// Runs through the other billable routes and tools, and runs whose alias has two provider routes, of which the first
// breaks before or after its first frame.
import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import type { Random } from '../../../kit/seeded-random.ts'
import { isTool, otherDoors } from '../doors.ts'
import { randomClientRun, randomJsonClientRun } from './plan-client-runs.ts'
import { planProviderRuns } from './plan-provider-runs.ts'
import { type DoorName, type Run, countFrames } from '../run.ts'
import { type UnnamedRun, randomUsage } from './run-source.ts'

type Fault = NonNullable<FaultPlan['fault']>

/** Faults that occur before the provider has sent anything usable. */
const earlyFaults: readonly Fault[] = [
  { kind: 'reset_before_headers' },
  { kind: 'garbage_body', body: 'invalid_json' },
  { kind: 'garbage_body', body: 'html' },
  ...[401, 403, 404, 408, 429, 500, 502, 503].map((status) => ({ kind: 'status' as const, status })),
  { kind: 'hang_before_headers' },
]

export function planDoorRuns(random: Random, countEach: number): UnnamedRun[] {
  return otherDoors.flatMap((door) =>
    Array.from({ length: countEach }, (_, index) => planDoorRun(random, door, index)),
  )
}

function planDoorRun(random: Random, door: DoorName, index: number): UnnamedRun {
  const usage = {
    place: index % 5 === 4 ? ('nowhere' as const) : ('own_chunk' as const),
    exact: randomUsage(random),
  }
  const plan = { outputTokens: 6, usage }
  if (index % 12 === 11) return refusedFor(door)
  if (door === 'completions' && index % 2 === 0) {
    const run = planProviderRuns(random).another()
    // Fields that the gateway removes are compared in compact frames only.
    const shape = { ...run.plan.shape, multiLineData: false }
    return { ...run, door, choices: 1, plan: { ...run.plan, shape } }
  }
  const isParse = door.includes('parse')
  const json = { cause: 'provider', isStream: false, choices: 1, door, plan } as const
  if (isParse && index % 6 === 5) return { ...json, isUnusable: true }
  // The client leaves while the provider hangs: nothing may be charged. A tool's call of 2025 goes on without it.
  if (index % 6 === 2 && !isTool({ door })) {
    // The client leaves at any byte of the answer, or while it is made.
    if (index % 12 === 2) return { ...planAnyCut(random, door), door }
    const cut = { at: 'time', afterMs: random.integer(20, 300), isReset: random.fraction() < 0.5 } as const
    return { ...json, cause: 'client', cut, plan: { ...plan, fault: { kind: 'hang_before_headers' } } }
  }
  return index % 3 === 0 ? json : { ...json, plan: { ...plan, fault: random.pick(earlyFaults) } }
}

/** A parse has the length of its reply, and fields that the gateway removes are compared in compact frames only. */
function planAnyCut(random: Random, door: DoorName): UnnamedRun {
  const run = door === 'completions' ? randomClientRun(random) : randomJsonClientRun(random)
  const { multiLineData: _lines, ...shape } = run.plan.shape ?? {}
  return { ...run, choices: 1, plan: { ...run.plan, shape } }
}

function refusedFor(door: DoorName): UnnamedRun {
  const refusal = { what: 'credits', status: 402 } as const
  return { cause: 'refusal', isStream: false, choices: 1, door, plan: { outputTokens: 1 }, refusal }
}

/** The second route answers, unless it breaks too. Each route reports its own usage. */
export function planFailovers(random: Random, count: number): UnnamedRun[] {
  return Array.from({ length: count }, (_, index): UnnamedRun => {
    const isStream = index % 3 !== 2
    const usage = { place: random.pick(['own_chunk', 'finish_chunk'] as const), exact: randomUsage(random) }
    const first = { outputTokens: 6, usage }
    const fallback = { outputTokens: 4, usage: { ...usage, exact: randomUsage(random) } }
    const isLate = isStream && index % 4 === 3
    const fault = isLate ? lateFault(random, first) : random.pick(earlyFaults)
    const isBothBroken = index % 10 === 9
    return {
      cause: 'provider',
      isStream,
      choices: 1,
      plan: { ...first, fault },
      fallback: isBothBroken ? { ...fallback, fault: { kind: 'status', status: 500 } } : fallback,
    }
  })
}

function lateFault(random: Random, plan: Run['plan']): Fault {
  const after = random.integer(1, countFrames({ choices: 1, plan }))
  return random.pick([
    { kind: 'cut_between_frames', after },
    { kind: 'error_mid_stream', after },
    { kind: 'end_early', after },
  ] as const)
}
