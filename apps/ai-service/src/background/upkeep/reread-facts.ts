// Reads talents and jobs again whose facts have the schema of an earlier release, from their texts and without a model.
// Matching leaves them out until then. Saving the new facts enqueues them for matching (a database trigger).
import { listOutdatedJobs, rereadJob } from '@gatehouse/jobs/reread-job'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { listOutdatedTalents, rereadTalent } from '@gatehouse/talents/reread-talent'
import { defineTask } from '@gatehouse/tasks/define-task'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { countSampledTerms } from '@gatehouse/vocabulary/term-counts'
import { z } from 'zod'

export type RereadDeps = { shards: Shards; clock: Clock; logger: Logger }

const rereadFactsTask = defineTask({
  name: 'reread-facts',
  input: z.object({}),
  // Few attempts, because the next minute's pass follows anyway. Without outdated rows a pass is two index lookups.
  attemptsMax: 3,
  keptDays: 1,
  schedule: { cron: '* * * * *', input: {} },
})

// A CV takes 20 to 90 ms, so a pass ends within its minute.
const rowsPerPassMax = 500
const listedMax = 100
const retryAfterMs = 3_600_000

export function rereadFactsHandler(deps: RereadDeps): HandledKind {
  const pass = createPass(deps)
  return handleTask(rereadFactsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      await pass(signal)
      return undefined
    },
  })
}

type Source<Name> = {
  list(page: { after: Name | undefined; limit: number }): Promise<Name[]>
  reread(name: Name): Promise<void>
}

function createPass({ shards, clock, logger }: RereadDeps): (signal: AbortSignal) => Promise<void> {
  const databases = mapShards(shards, (postgres): Database => createDatabase<Tables>(postgres))
  const retryAtMs = new Map<string, number>()
  let isUnderWay = false
  let areTermsCounted = false
  const talentsOf = (postgres: Postgres): Source<{ companyId: string; talentId: string }> => ({
    list: (page) => listOutdatedTalents(postgres, page),
    reread: (name) => rereadTalent(databases.of(name.companyId), name),
  })
  const jobsOf = (postgres: Postgres): Source<{ companyId: string; jobId: string }> => ({
    list: (page) => listOutdatedJobs(postgres, page),
    async reread(name) {
      // A job's facts keep how common its terms are among the talents, whose terms have just been read again.
      if (!areTermsCounted) await shards.directory.transaction(countSampledTerms)
      areTermsCounted = true
      await rereadJob(databases.of(name.companyId), name)
    },
  })

  async function attempt<Name extends object>(name: Name, { reread }: Source<Name>): Promise<void> {
    if (!isUnderWay) logger.info('facts of an earlier release found: reading their texts again')
    isUnderWay = true
    try {
      await reread(name)
      retryAtMs.delete(JSON.stringify(name))
    } catch (thrown) {
      // The database cannot be reached, which is not the row's fault.
      if (thrown instanceof Fault) throw thrown
      retryAtMs.set(JSON.stringify(name), clock.monotonicMs() + retryAfterMs)
      logger.error('cannot read a talent or a job again', { ...name, error: thrown })
    }
  }

  /** Resolves to whether every outdated row of the source has been tried. */
  async function rereadSome<Name extends object>(
    source: Source<Name>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isDue = (name: Name) => (retryAtMs.get(JSON.stringify(name)) ?? 0) <= clock.monotonicMs()
    let left = rowsPerPassMax
    let after: Name | undefined
    do {
      const listed = await source.list({ after, limit: listedMax })
      for (const name of listed.filter(isDue)) {
        if (signal.aborted || left === 0) return false
        left -= 1
        await attempt(name, source)
      }
      after = listed.at(-1)
    } while (after)
    return true
  }

  return async (signal) => {
    // The talents of all shards first, because their terms are counted before the first job is read.
    for (const postgres of shards.all()) if (!(await rereadSome(talentsOf(postgres), signal))) return
    for (const postgres of shards.all()) if (!(await rereadSome(jobsOf(postgres), signal))) return
    if (!isUnderWay) return
    isUnderWay = false
    areTermsCounted = false
    logger.info('no facts of an earlier release are left', { failed: retryAtMs.size })
  }
}
