// Scheduled maintenance: each task runs once per schedule, regardless of the number of processes. The tasks whose work is
// idempotent do it directly; the others return an effect for the transaction that finishes the task.
import { maintainPartitions } from '@gatehouse/calls/maintain-partitions'
import type { PartitionLength } from '@gatehouse/calls/plan-partitions'
import { purgeStoredAnswers } from '@gatehouse/credits/stored-answers'
import { expireJobs } from '@gatehouse/jobs/expire-jobs'
import { deleteOldKeyChanges } from '@gatehouse/keys/key-changes'
import { maintainScoreLog } from '@gatehouse/matching/maintain-score-log'
import { rematchOutdatedJobs } from '@gatehouse/matching/rematch-job'
import { purgeVerdicts } from '@gatehouse/matching/stored-verdicts'
import { sweepBatches } from '@gatehouse/matching/sweep-batches'
import { purgeEndpoints, purgeEvents } from '@gatehouse/outgoing-events/purge-events'
import { sweepOperations } from '@gatehouse/operations/operation-counts'
import { purgeParseResults } from '@gatehouse/parsing/parse-results'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { defineTask } from '@gatehouse/tasks/define-task'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { countSampledTerms } from '@gatehouse/vocabulary/term-counts'
import { z } from 'zod'
import { rereadFactsHandler } from './reread-facts.ts'

export type UpkeepDeps = {
  shards: Shards
  clock: Clock
  ids: Ids
  logger: Logger
  /** Length of new partitions of calls. */
  partitionLength: PartitionLength
}

export function openUpkeep(deps: UpkeepDeps): HandledKind[] {
  return [
    maintainPartitionsHandler(deps),
    keepScoreLogHandler(deps),
    countTermsHandler(deps),
    sweepBatchesHandler(deps),
    purgeVerdictsHandler(deps),
    sweepOperationsHandler(deps),
    expireJobsHandler(deps),
    purgeAnswersHandler(deps),
    purgeEventsHandler(deps),
    rereadFactsHandler(deps),
    rematchJobsHandler(deps),
  ]
}

/** Creates upcoming partitions of the calls table and detaches old ones. Nightly, because it works weeks ahead. */
export const maintainPartitionsTask = defineTask({
  name: 'maintain-partitions',
  input: z.object({}),
  schedule: { cron: '17 3 * * *', input: {} },
})

function maintainPartitionsHandler({ shards, clock, logger, partitionLength }: UpkeepDeps): HandledKind {
  return handleTask(maintainPartitionsTask, {
    concurrencyMax: 1,
    async work() {
      const failed: unknown[] = []
      for (const postgres of shards.all()) {
        const { created, detached, strayRows, failures } = await maintainPartitions(
          { postgres, clock },
          { length: partitionLength },
        )
        logger.info('partitions of calls maintained', { created, detached })
        // Stray rows are in the default partition, because their ids belong to no planned partition.
        if (strayRows > 0n) logger.error('calls found outside of all partitions', { rows: Number(strayRows) })
        for (const { week, error } of failures)
          logger.error('cannot maintain a partition of calls', { week, error })
        failed.push(...failures.map(({ error }) => error))
      }
      // All other weeks are done; the task fails, so that it is retried for the weeks that failed.
      if (failed.length > 0) throw failed[0]
      return undefined
    },
  })
}

/** Creates upcoming monthly partitions of the score log and drops expired ones. */
const keepScoreLogTask = defineTask({
  name: 'keep-score-log',
  input: z.object({}),
  schedule: { cron: '41 3 * * *', input: {} },
})

function keepScoreLogHandler({ shards, logger }: UpkeepDeps): HandledKind {
  return handleTask(keepScoreLogTask, {
    concurrencyMax: 1,
    async work() {
      const failed: unknown[] = []
      for (const postgres of shards.all()) {
        const { created, dropped, failures } = await maintainScoreLog(postgres)
        logger.info('score log maintained', { created, dropped })
        for (const { month, error } of failures)
          logger.error('cannot maintain a month of the score log', { month, error })
        failed.push(...failures.map(({ error }) => error))
      }
      // All other months are done; the task fails, so that it is retried for the months that failed.
      if (failed.length > 0) throw failed[0]
      return undefined
    },
  })
}

/** Recounts how common each term is, which determines its specificity. Nightly, because the counts change slowly. */
export const countTermsTask = defineTask({
  name: 'count-terms',
  input: z.object({}),
  schedule: { cron: '41 3 * * *', input: {} },
})

/** The new counts are committed with the end of the task; until then the old ones stay. */
function countTermsHandler({ logger }: UpkeepDeps): HandledKind {
  return handleTask(countTermsTask, {
    concurrencyMax: 1,
    async work() {
      return async (tx) => {
        const counted = await countSampledTerms(tx)
        logger.info('terms counted', counted)
        return counted
      }
    },
  })
}

/** Deletes match batches that were given up over a week ago. They are rare, so daily is enough. */
export const sweepBatchesTask = defineTask({
  name: 'sweep-batches',
  input: z.object({}),
  schedule: { cron: '53 3 * * *', input: {} },
})

function sweepBatchesHandler({ shards }: UpkeepDeps): HandledKind {
  return handleTask(sweepBatchesTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      for (const postgres of shards.all()) while (!signal.aborted && (await sweepBatches(postgres)));
      return undefined
    },
  })
}

/** Deletes a model's verdicts on matches that are ninety days old. */
export const purgeVerdictsTask = defineTask({
  name: 'purge-verdicts',
  input: z.object({}),
  schedule: { cron: '29 4 * * *', input: {} },
})

function purgeVerdictsHandler({ shards }: UpkeepDeps): HandledKind {
  return handleTask(purgeVerdictsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      for (const postgres of shards.all()) while (!signal.aborted && (await purgeVerdicts(postgres)));
      return undefined
    },
  })
}

/** Matches jobs again that an earlier release has scored by other rules. Without any a run is an index lookup. */
const rematchJobsTask = defineTask({
  name: 'rematch-jobs',
  input: z.object({}),
  // Few attempts, because the next minute's run follows anyway.
  attemptsMax: 3,
  keptDays: 1,
  schedule: { cron: '* * * * *', input: {} },
})

function rematchJobsHandler({ shards }: UpkeepDeps): HandledKind {
  return handleTask(rematchJobsTask, {
    concurrencyMax: 1,
    async work() {
      for (const postgres of shards.all()) await rematchOutdatedJobs(postgres)
      return undefined
    },
  })
}

/** Deletes counts of operations that are too old to be shown. */
export const sweepOperationsTask = defineTask({
  name: 'sweep-operations',
  input: z.object({}),
  schedule: { cron: '23 * * * *', input: {} },
})

function sweepOperationsHandler({ shards }: UpkeepDeps): HandledKind {
  return handleTask(sweepOperationsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      while (!signal.aborted && (await sweepOperations(shards.directory)));
      return undefined
    },
  })
}

/** Ends jobs whose closing date has passed. */
export const expireJobsTask = defineTask({
  name: 'expire-jobs',
  input: z.object({}),
  // Few attempts, because the next minute's run follows anyway.
  attemptsMax: 3,
  keptDays: 1,
  schedule: { cron: '* * * * *', input: {} },
})

function expireJobsHandler({ shards, ids }: UpkeepDeps): HandledKind {
  const databases = mapShards(shards, (postgres): Database => createDatabase<Tables>(postgres))
  return handleTask(expireJobsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      for (const database of databases.all()) while (!signal.aborted && (await expireJobs(database, ids)));
      return undefined
    },
  })
}

/** Deletes stored answers that no retry can request any more, expired parse results, and changes of keys that gateways have read. */
const purgeAnswersTask = defineTask({
  name: 'purge-answers',
  input: z.object({}),
  schedule: { cron: '*/10 * * * *', input: {} },
})

export function purgeAnswersHandler({ shards }: UpkeepDeps): HandledKind {
  return handleTask(purgeAnswersTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      for (const postgres of shards.all()) {
        while (!signal.aborted && (await purgeStoredAnswers(postgres)));
        while (!signal.aborted && (await purgeParseResults(postgres)));
      }
      await deleteOldKeyChanges(shards.directory)
      return undefined
    },
  })
}

/** Deletes outgoing events that the delivery log no longer shows. */
const purgeEventsTask = defineTask({
  name: 'purge-events',
  input: z.object({}),
  schedule: { cron: '37 * * * *', input: {} },
})

function purgeEventsHandler({ shards, clock }: UpkeepDeps): HandledKind {
  return handleTask(purgeEventsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      for (const postgres of shards.all()) {
        while (!signal.aborted && (await purgeEvents(postgres, clock.wallMs())));
        while (!signal.aborted && (await purgeEndpoints(postgres, clock.wallMs())));
      }
      return undefined
    },
  })
}
