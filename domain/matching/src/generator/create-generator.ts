// One replica of the match-score generator: claims one batch after another while the generator is set to run. The
// desired state and the owner of each batch are stored in the database alone, so replicas need not know each other.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type MatchDeps, matchJobs } from '../pipeline/match-jobs.ts'
import { matchTalents } from '../pipeline/match-talents.ts'
import type { GeneratorCounts } from './generator-status.ts'
import type { Batch, GeneratorStore } from './generator-store.ts'

export type GeneratorDeps = MatchDeps & {
  store: GeneratorStore
  clock: Clock
  logger: Logger
  /** Name of this process in the batches that it holds. */
  replica: string
  /** Starts the generator in a new installation, in which it has never been started or stopped. */
  startsIfNew?: boolean
  idlePauseMs?: number
  leaseMs?: number
}

export type Generator = {
  counts(): GeneratorCounts
  /** Health of this replica: `degraded` if it could not claim or finish its last batch. */
  health(): GeneratorHealth
  isWorking(): boolean
  /**
   * Stops claiming and finishes the current job; if its batch has more jobs, the whole batch is requeued. After the
   * grace period it no longer waits for a model's answer; a retry with the same idempotency key will get that answer.
   */
  close(graceMs?: number): Promise<void>
}

export type GeneratorHealth = 'healthy' | 'degraded' | 'stopped'

type Replica = { counts: GeneratorCounts; health: GeneratorHealth; isWorking: boolean }

// Long enough not to load the database, short enough that a start takes effect almost immediately.
const defaultIdlePauseMs = 500
const pauseAfterErrorMs = 1_000
const unjudgedIntervalMs = 5_000
const firstStart = { kind: 'service', id: 'ai-service' } as const
export const leaseMs = 30_000

export function startGenerator(deps: GeneratorDeps): Generator {
  const replica: Replica = { counts: { processed: 0 }, health: 'stopped', isWorking: false }
  const closing = new AbortController()
  const cutting = new AbortController()
  const shutdown = { afterJob: closing.signal, now: cutting.signal }
  const loop = runUntil(closing.signal, { ...deps, shutdown }, replica)
  return {
    counts: () => ({ ...replica.counts }),
    health: () => replica.health,
    isWorking: () => replica.isWorking,
    async close(graceMs = 0) {
      closing.abort()
      const grace = deps.clock.after(graceMs, () => cutting.abort())
      await loop
      grace.cancel()
    },
  }
}

async function runUntil(closing: AbortSignal, deps: GeneratorDeps, replica: Replica): Promise<void> {
  const { clock, logger, store, idlePauseMs = defaultIdlePauseMs } = deps
  const requeueUnjudged = createUnjudgedRequeue(deps, replica)
  let mayBeNew = deps.startsIfNew ?? false
  while (!closing.aborted) {
    try {
      if (mayBeNew && (await store.startIfNew(firstStart)))
        logger.info('match-score generator started: this installation is new')
      mayBeNew = false
      await requeueUnjudged()
      const claimed = await store.claim(deps.replica)
      if (claimed.kind === 'claimed') {
        await work(deps, claimed.batch, replica)
        continue
      }
      replica.health = claimed.kind === 'stopped' ? 'stopped' : 'healthy'
      await sleep(clock, idlePauseMs, closing)
    } catch (error) {
      // Logged once per outage, not after every failed claim.
      if (replica.health !== 'degraded') logger.warn('match-score generator cannot claim a batch', { error })
      replica.health = 'degraded'
      await sleep(clock, pauseAfterErrorMs, closing)
    }
  }
}

/** Requeues unjudged jobs periodically while the model is available, a few at a time. */
function createUnjudgedRequeue({ clock, judge, store }: GeneratorDeps, replica: Replica) {
  let lastMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = clock.monotonicMs()
    if (!judge?.isReady() || replica.health === 'stopped' || nowMs - lastMs < unjudgedIntervalMs) return
    lastMs = nowMs
    await store.takeUnjudged()
  }
}

async function work(deps: GeneratorDeps, batch: Batch, replica: Replica): Promise<void> {
  const { clock, logger, store } = deps
  const startedMs = clock.monotonicMs()
  const lease = keepLease(deps, batch)
  replica.isWorking = true
  try {
    const match = batch.subject === 'JOB' ? matchJobs : matchTalents
    const result = await match(deps, batch.companyId, batch.subjectIds)
    const tookMs = Math.round(clock.monotonicMs() - startedMs)
    const isOurs = await store.finish(batch, result, tookMs)
    replica.health = 'healthy'
    if (!isOurs) return logger.warn('match batch was given up before it finished', { batch: batch.number })
    replica.counts.processed += result.scored
  } catch (error) {
    if (deps.shutdown?.afterJob.aborted)
      return await store.giveUp(batch, 'interrupted').catch(() => undefined)
    replica.health = 'degraded'
    logger.error('match batch failed', { error, batch: batch.number, company_id: batch.companyId })
    // If this fails too, the lease expires and another replica gives the batch up.
    await store.giveUp(batch, isTransient(error) ? 'unavailable' : 'subjects').catch(() => undefined)
    await sleep(clock, pauseAfterErrorMs)
  } finally {
    replica.isWorking = false
    lease.end()
  }
}

/** Whether the database or the network was unavailable, which is not the subjects' fault. */
function isTransient(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'unavailable'
}

function keepLease({ clock, logger, store, ...deps }: GeneratorDeps, batch: Batch): { end(): void } {
  const everyMs = (deps.leaseMs ?? leaseMs) / 3
  let timer = clock.after(everyMs, extend)
  function extend(): void {
    timer = clock.after(everyMs, extend)
    store.extendLease(batch).catch((error: unknown) => {
      logger.warn('cannot extend the lease of a match batch', { error, batch: batch.number })
    })
  }
  return { end: () => timer.cancel() }
}
