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
  idlePauseMs?: number
  leaseMs?: number
}

export type Generator = {
  counts(): GeneratorCounts
  /** Claims no more, and resolves when the batch in hand is finished. */
  close(): Promise<void>
}

// Long enough not to be felt by the database, short enough that a start is felt at once.
const defaultIdlePauseMs = 500
const pauseAfterTroubleMs = 1_000
export const leaseMs = 30_000

export function startGenerator(deps: GeneratorDeps): Generator {
  const counts: GeneratorCounts = { processed: 0, errors: 0 }
  const closing = new AbortController()
  const loop = runUntil(closing.signal, deps, counts)
  return {
    counts: () => ({ ...counts }),
    async close() {
      closing.abort()
      await loop
    },
  }
}

async function runUntil(closing: AbortSignal, deps: GeneratorDeps, counts: GeneratorCounts): Promise<void> {
  const { clock, logger, store, idlePauseMs = defaultIdlePauseMs } = deps
  while (!closing.aborted) {
    try {
      const batch = await store.claim(deps.replica)
      if (batch) await work(deps, batch, counts)
      else await sleep(clock, idlePauseMs, closing)
    } catch (error) {
      logger.warn('the match-score generator could not claim a batch', { error })
      await sleep(clock, pauseAfterTroubleMs, closing)
    }
  }
}

async function work(deps: GeneratorDeps, batch: Batch, counts: GeneratorCounts): Promise<void> {
  const { clock, logger, store } = deps
  const startedMs = clock.monotonicMs()
  const lease = keepLease(deps, batch)
  try {
    const match = batch.subject === 'JOB' ? matchJobs : matchTalents
    const result = await match(deps, batch.companyId, batch.subjectIds)
    const tookMs = Math.round(clock.monotonicMs() - startedMs)
    const isOurs = await store.finish(batch, result, tookMs)
    if (!isOurs) return logger.warn('a batch was given up before it was finished', { batch: batch.number })
    counts.processed += result.scored
    counts.errors += result.failedIds.length
  } catch (error) {
    counts.errors += batch.subjectIds.length
    logger.error('a batch of matches failed', { error, batch: batch.number, company_id: batch.companyId })
    // If this cannot be said either, the lease runs out and another replica says it.
    await store.giveUp(batch, !isPassing(error)).catch(() => undefined)
    await sleep(clock, pauseAfterTroubleMs)
  } finally {
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
