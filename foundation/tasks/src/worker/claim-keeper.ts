// Sends a heartbeat for this process's tasks every few seconds, and takes back the tasks of processes that have been
// silent for too long. A task that turns out to be no longer ours is aborted.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Engine, KindClaim } from '../engine/create-engine.ts'
import { findSuspects, takeBackSilent } from '../engine/statements.ts'
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

// A task that has been claimed this often and whose worker is silent again is suspected of killing its workers.
// Deployments alone cause fewer worker deaths.
const claimsForgiven = 20
const sweepEveryMs = 3_600_000
const stepsKeptDays = 90

export async function keepClaims(deps: ClaimKeeperDeps, stop: AbortSignal): Promise<void> {
  const { clock, renewMs, random } = deps
  // While the database is unreachable, no process can send a heartbeat. A process therefore takes back the tasks of
  // others only after its own heartbeats have succeeded for a while.
  let failedAtMs = Number.NEGATIVE_INFINITY
  let sweptAtMs = clock.monotonicMs()
  while (!stop.aborted) {
    await sleep(clock, renewMs * (0.8 + 0.4 * random()), stop)
    try {
      await renewClaims(deps)
      const isReliable = clock.monotonicMs() - failedAtMs > 2 * renewMs
      if (isReliable && !stop.aborted) await reclaimSilent(deps)
      if (clock.monotonicMs() - sweptAtMs < sweepEveryMs) continue
      sweptAtMs = clock.monotonicMs()
      await sweepSteps(deps.postgres, stepsKeptDays)
    } catch (error) {
      failedAtMs = clock.monotonicMs()
      deps.logger.warn('task claims could not be renewed', { error })
    }
  }
}

async function renewClaims({ engine, loops }: ClaimKeeperDeps): Promise<void> {
  for (const { kind, running } of loops) {
    const renewed = [...running.values()]
    if (renewed.length === 0) continue
    const kept = await engine.renew(
      kind,
      renewed.map(({ claimed }) => claimed),
    )
    for (const { claimed, controller } of renewed) {
      if (!kept.has(claimed.id)) controller.abort(new ClaimLost('the task is no longer held by this worker'))
    }
  }
}

async function reclaimSilent(deps: ClaimKeeperDeps): Promise<void> {
  const kinds = deps.loops.map(({ kind }) => kind)
  const silence = { kinds, silentMs: deps.silentMs, calmMs: 2 * deps.renewMs, claimsForgiven }
  const count = await takeBackSilent(deps.postgres, silence)
  if (count > 0) {
    deps.metrics.recordReclaimed(count)
    deps.logger.warn('tasks reclaimed from silent workers', { count })
  }
  for (const claim of await findSuspects(deps.postgres, silence)) await failSuspect(deps, claim)
}

/**
 * Counts the worker's death as a failed attempt of the task, so that a task that kills its workers is not retried
 * forever.
 */
async function failSuspect({ engine, logger }: ClaimKeeperDeps, claim: KindClaim): Promise<void> {
  logger.error('task suspected of killing its workers', { kind: claim.kind, task_id: claim.id })
  await engine.fail(claim, {
    code: 'tasks.worker_died',
    message: 'Too many workers died while they held this task.',
  })
}
