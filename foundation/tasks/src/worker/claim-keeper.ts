// Shows every few seconds that the tasks of this process are being worked on, and takes back those of processes that
// were not heard of for longer. A task that is found to be no longer ours is told to stop.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Engine, KindClaim } from '../engine/create-engine.ts'
import { findLostClaims } from '../engine/statements.ts'
import { ClaimLost } from './judge-failure.ts'
import type { KindLoop } from './kind-loop.ts'
import { sweepSteps } from './stored-steps.ts'
import type { TaskMetrics } from './task-metrics.ts'

export type ClaimKeeperDeps = {
  engine: Engine
  postgres: Postgres
  clock: Clock
  logger: Logger
  random: () => number
  metrics: TaskMetrics
  loops: readonly KindLoop[]
  renewMs: number
  silentMs: number
}

const sweepEveryMs = 3_600_000
const stepsKeptDays = 90

export async function keepClaims(deps: ClaimKeeperDeps, stop: AbortSignal): Promise<void> {
  const { clock, renewMs, random } = deps
  // While the database is away nobody can show that he lives. Only who has been able to for a while may judge others.
  let troubledAtMs = Number.NEGATIVE_INFINITY
  let sweptAtMs = clock.monotonicMs()
  while (!stop.aborted) {
    await sleep(clock, renewMs * (0.8 + 0.4 * random()), stop)
    try {
      await renewClaims(deps)
      const isCalm = clock.monotonicMs() - troubledAtMs > 2 * renewMs
      if (isCalm && !stop.aborted) await reclaimLost(deps)
      if (clock.monotonicMs() - sweptAtMs < sweepEveryMs) continue
      sweptAtMs = clock.monotonicMs()
      await sweepSteps(deps.postgres, stepsKeptDays)
    } catch (error) {
      troubledAtMs = clock.monotonicMs()
      deps.logger.warn('claims could not be renewed', { error })
    }
  }
}

async function renewClaims({ engine, loops }: ClaimKeeperDeps): Promise<void> {
  for (const { kind, running } of loops) {
    const asked = [...running.values()]
    if (asked.length === 0) continue
    const kept = await engine.renew(
      kind,
      asked.map(({ claimed }) => claimed),
    )
    for (const { claimed, controller } of asked) {
      if (!kept.has(claimed.id)) controller.abort(new ClaimLost('the task is no longer this worker’s'))
    }
  }
}

async function reclaimLost(deps: ClaimKeeperDeps): Promise<void> {
  const kinds = deps.loops.map(({ kind }) => kind)
  const { renewMs, silentMs } = deps
  const lost = await findLostClaims(deps.postgres, { kinds, silentMs, calmMs: 2 * renewMs })
  const reclaimed = await Promise.all(lost.map((claim) => reclaim(deps, claim)))
  const count = reclaimed.filter(Boolean).length
  if (count === 0) return
  deps.metrics.noteReclaimed(count)
  deps.logger.warn('tasks were taken back from workers that are not heard of any more', { count })
}

/** Counts as a failed attempt: a task that kills its worker must not kill every worker for ever. */
function reclaim({ engine }: ClaimKeeperDeps, claim: KindClaim): Promise<boolean> {
  return engine.fail(claim, {
    code: 'tasks.worker_died',
    message: 'The worker that had the task was not heard of any more.',
  })
}
