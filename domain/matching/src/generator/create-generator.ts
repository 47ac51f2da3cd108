// One replica of the match-score generator: claims batches one after the other while the generator is to run. Which state
// that is, and who has which batch, is in the database alone, so replicas need not know of each other.
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
  /** Names this process in the batches it has in hand. */
  replica: string
  /** Starts the generator of an installation in which nobody has ever started or stopped it. */
  startsIfNew?: boolean
  idlePauseMs?: number
  leaseMs?: number
}

export type Generator = {
  counts(): GeneratorCounts
  /** How this replica fares: `degraded` if it could not claim or finish its last batch. */
  health(): GeneratorHealth
  isWorking(): boolean
  /**
   * Claims no more, finishes the job in hand and gives the rest of its batch back. After the grace no answer of a model is
   * waited for: it will be there for whoever asks again.
   */
  close(graceMs?: number): Promise<void>
}

export type GeneratorHealth = 'healthy' | 'degraded' | 'stopped'

type Replica = { counts: GeneratorCounts; health: GeneratorHealth; isWorking: boolean }

// Long enough not to be felt by the database, short enough that a start is felt at once.
const defaultIdlePauseMs = 500
const pauseAfterTroubleMs = 1_000
const unjudgedRoundMs = 5_000
const firstStart = { kind: 'service', id: 'ai-service' } as const
export const leaseMs = 30_000

export function startGenerator(deps: GeneratorDeps): Generator {
  const replica: Replica = { counts: { processed: 0, errors: 0 }, health: 'stopped', isWorking: false }
  const closing = new AbortController()
  const cutting = new AbortController()
  const ending = { soon: closing.signal, atOnce: cutting.signal }
  const loop = runUntil(closing.signal, { ...deps, ending }, replica)
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
  const bringUnjudged = createUnjudgedRounds(deps, replica)
  let mayBeNew = deps.startsIfNew ?? false
  while (!closing.aborted) {
    try {
      if (mayBeNew && (await store.startIfNew(firstStart)))
        logger.info('the match-score generator was started, because this installation is new')
      mayBeNew = false
      await bringUnjudged()
      const claimed = await store.claim(deps.replica)
      if (claimed.kind === 'claimed') {
        await work(deps, claimed.batch, replica)
        continue
      }
      replica.health = claimed.kind === 'stopped' ? 'stopped' : 'healthy'
      await sleep(clock, idlePauseMs, closing)
    } catch (error) {
      // Told once, not every second for as long as the database is away.
      if (replica.health !== 'degraded')
        logger.warn('the match-score generator could not claim a batch', { error })
      replica.health = 'degraded'
      await sleep(clock, pauseAfterTroubleMs, closing)
    }
  }
}

/** Now and then, while the model answers: what waits for its judgement is let in slowly. */
function createUnjudgedRounds({ clock, judge, store }: GeneratorDeps, replica: Replica) {
  let lastMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = clock.monotonicMs()
    if (!judge?.isReady() || replica.health === 'stopped' || nowMs - lastMs < unjudgedRoundMs) return
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
    if (!isOurs) return logger.warn('a batch was given up before it was finished', { batch: batch.number })
    replica.counts.processed += result.scored
    replica.counts.errors += result.failedIds.length
  } catch (error) {
    if (deps.ending?.soon.aborted) return await store.giveUp(batch, false).catch(() => undefined)
    replica.health = 'degraded'
    replica.counts.errors += batch.subjectIds.length
    logger.error('a batch of matches failed', { error, batch: batch.number, company_id: batch.companyId })
    // If this cannot be said either, the lease runs out and another replica says it.
    await store.giveUp(batch, !isPassing(error)).catch(() => undefined)
    await sleep(clock, pauseAfterTroubleMs)
  } finally {
    replica.isWorking = false
    lease.end()
  }
}

/** The database or the network was away: nothing that the subjects did. */
function isPassing(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'unavailable'
}

function keepLease({ clock, logger, store, ...deps }: GeneratorDeps, batch: Batch): { end(): void } {
  const everyMs = (deps.leaseMs ?? leaseMs) / 3
  let timer = clock.after(everyMs, extend)
  function extend(): void {
    timer = clock.after(everyMs, extend)
    store.extendLease(batch).catch((error: unknown) => {
      logger.warn('the lease of a batch could not be extended', { error, batch: batch.number })
    })
  }
  return { end: () => timer.cancel() }
}
