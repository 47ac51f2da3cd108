// Shows every few seconds that the tasks of this process are being worked on, and takes back those of processes that
// were not heard of for longer. A task that is found to be no longer ours is told to stop.
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

// More deaths than any deployment causes; each task of a dying process is claimed once more.
const claimsForgiven = 20
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
  const silence = { kinds, silentMs: deps.silentMs, calmMs: 2 * deps.renewMs, claimsForgiven }
  const count = await takeBackSilent(deps.postgres, silence)
  if (count > 0) {
    deps.metrics.noteReclaimed(count)
    deps.logger.warn('tasks were taken back from workers that are not heard of any more', { count })
  }
  for (const claim of await findSuspects(deps.postgres, silence)) await suspect(deps, claim)
}

/** From here on each death counts as a failed attempt: a task that kills its worker must not do so for ever. */
async function suspect({ engine, logger }: ClaimKeeperDeps, claim: KindClaim): Promise<void> {
  logger.error('a task has outlived many workers', { kind: claim.kind, task_id: claim.id })
  await engine.fail(claim, {
    code: 'tasks.worker_died',
    message: 'The workers that had the task were not heard of any more, again and again.',
  })
}
