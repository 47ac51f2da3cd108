// Makes the runs concurrently, cuts each where its plan says, and records what every client saw.
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { type Seen, makeCall } from '../raw-call.ts'
import type { Kill } from './plans/plan-runs.ts'
import type { ProviderView } from './provider-view.ts'
import { doorOf, nameIn, simPlanOf } from './doors.ts'
import type { Run } from './run.ts'
import { type TruthSetup, callFor, isSecondRoute } from './truth-setup.ts'

/** `killedAtMs` is the wall-clock time at which its gateway was killed. */
export type Made = { run: Run; seen: Seen; killedAtMs?: number }

export type MakeDeps = { truth: TruthSetup; provider: ProviderView; onMade: (made: Made) => void }

const atOnce = 48

/** Spreads the runs over the gateways that are not killed. */
export async function makeSteadyRuns(deps: MakeDeps, runs: readonly Run[]): Promise<void> {
  const { steady } = deps.truth
  let next = 0
  const work = async () => {
    for (let run = runs[next]; run; run = runs[next]) {
      const gateway = steady[next % steady.length]
      next += 1
      if (gateway) await makeRun(deps, run, gateway)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Makes the runs sequentially on the same gateway, whose breaker counts them. */
export async function makeInOrder(deps: MakeDeps, runs: readonly Run[]): Promise<void> {
  const [gateway] = deps.truth.steady
  if (!gateway) throw new Error('there is no gateway')
  for (const run of runs) await makeRun(deps, run, gateway)
}

async function makeRun(deps: MakeDeps, run: Run, gateway: ServiceProcess): Promise<void> {
  const stopPlan = planFor(deps, run)
  const seen = asSent(run, await makeCall(callFor(deps.truth, run, gateway)))
  deps.provider.note()
  stopPlan()
  deps.onMade({ run, seen })
}

/** What the client received, as the REST route would have sent it. */
function asSent(run: Run, seen: Seen): Seen {
  return doorOf(run).read?.(seen) ?? seen
}

function planFor({ truth: { sim } }: MakeDeps, run: Run): () => void {
  const isOfRun = ({ body, headers }: Received) =>
    headers['x-sim-plan'] === undefined && nameIn(body) === run.name
  const { fallback } = run
  const stops = [
    ...(fallback
      ? [sim.planWhen((one) => isOfRun(one) && isSecondRoute(one), simPlanOf(run, fallback))]
      : []),
    sim.planWhen(isOfRun, simPlanOf(run, run.plan)),
  ]
  const stop = () => {
    for (const one of stops) one()
  }
  // The plan is kept for a while after the run: if the client leaves early, the provider may be called only afterwards.
  return () => void setTimeout(stop, planKeptMs).unref()
}

type Received = Parameters<Parameters<TruthSetup['sim']['planWhen']>[0]>[0]

const planKeptMs = 2_000

const killedWithinMs = 5_000
const leaderAfterMs = 120
const followersWithinMs = 180

/** Kills each gateway with all its calls in flight; the next gateway starts meanwhile. */
export async function makeKills(deps: MakeDeps, kills: readonly Kill[]): Promise<void> {
  let next = kills.length > 0 ? deps.truth.startVictim() : undefined
  for (const [index, kill] of kills.entries()) {
    const victim = await next
    next = index + 1 < kills.length ? deps.truth.startVictim() : undefined
    if (victim) await makeKill(deps, kill, victim)
  }
}

async function makeKill(
  deps: MakeDeps,
  { runs, leader, atFrame, afterMs }: Kill,
  victim: ServiceProcess,
): Promise<void> {
  const reached = Promise.withResolvers<void>()
  const stops = runs.map((run) => planFor(deps, run))
  const calls = runs.map(async (run, index) => {
    // Most runs start before the leader and some after it, so that the kill hits each at a different point.
    await pause(run === leader ? leaderAfterMs : (index * 37) % followersWithinMs)
    const seen = await makeCall({
      ...callFor(deps.truth, run, victim),
      onProgress: ({ frames, isWhole }) => {
        if (run === leader && (frames.length >= atFrame || isWhole)) reached.resolve()
      },
    })
    return { run, seen: asSent(run, seen) }
  })
  await Promise.race([reached.promise, pause(killedWithinMs, undefined, { ref: false })])
  if (afterMs > 0) await pause(afterMs)
  const killedAtMs = Date.now()
  victim.signal('SIGKILL')
  await victim.exited
  for (const made of await Promise.all(calls)) deps.onMade({ ...made, killedAtMs })
  deps.provider.note()
  for (const stop of stops) stop()
}

/**
 * Makes runs during which Postgres becomes unreachable: from the moment all streams have begun until every call has
 * ended.
 */
export async function makeLedgerRuns(deps: MakeDeps, runs: readonly Run[]): Promise<void> {
  const { gateway, proxy } = deps.truth.ledgerless
  let begun = 0
  const calls = runs.map(async (run) => {
    const stop = planFor(deps, run)
    let hasBegun = false
    const onProgress = () => {
      if (!hasBegun) begun += 1
      hasBegun = true
    }
    const seen = await makeCall({ ...callFor(deps.truth, run, gateway), onProgress })
    stop()
    return { run, seen: asSent(run, seen) }
  })
  const streams = runs.filter(({ isStream }) => isStream).length
  await waitUntil(() => begun >= streams, {
    withinMs: 15_000,
    what: 'all streams without a ledger have begun',
  })
  await proxy.set({ kind: 'blackHole' })
  deps.provider.note()
  const made = await Promise.all(calls)
  await proxy.heal()
  deps.provider.note()
  for (const one of made) deps.onMade(one)
}
