// The job worker: completes what rules read from a job's text. If a gateway is configured, a model parses the text, and
// what stands in its lines fills the gaps; the answer is stored before it is used, so that it is paid for only once. A
// database trigger enqueues the job for matching in the transaction that saves changed facts.
import { completePosting } from '@gatehouse/jobs/complete-posting'
import { readJobToParse, saveCompletedPosting } from '@gatehouse/jobs/completed-postings'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { readPosting } from '@gatehouse/jobs/read-posting'
import type { AliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { JdParser } from '@gatehouse/model-calls/model-client'
import { parsedJdSchema } from '@gatehouse/parsing/parsed-jd'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import { type HandledKind, type RunningTask, handleTask } from '@gatehouse/tasks/handle-task'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { prepareReading } from '../prepare-reading.ts'

export type JdParsing = { parser: JdParser; breakers: AliasBreakers; alias: string }

/** If `parsing` is undefined, jobs stay as rules read them. */
export type ParseJobDeps = { shards: Shards<Queryable>; metrics: Metrics; parsing: JdParsing | undefined }

const callsMax = 4

export function parseJobHandler({ shards, metrics, parsing }: ParseJobDeps): HandledKind {
  const parsedJobs = new Counter({
    name: 'gatehouse_jobs_parsed_total',
    help: 'Texts of jobs read, by reader; refused: the model refused the text, so rules alone read it',
    labelNames: ['mode'],
    registers: [metrics],
  })
  // Without a model a task takes milliseconds.
  const concurrencyMax = parsing ? callsMax : 1
  const names = prepareReading()
  return handleTask(parseJobTask, {
    concurrencyMax,
    // Jobs wait while the breaker is open; until then they are matched by what rules read.
    allowedNow: () => parsing?.breakers.of(parsing.alias).callsMax() ?? concurrencyMax,
    async work(task) {
      const { input: name } = task
      const job = await readJobToParse(shards.of(name.companyId), name)
      if (!job) return undefined
      const text = job.descriptionText
      const parsed = parsing ? await parseOnce(task, parsing, text) : noParse
      const read = job.posting ?? readPosting(text, names)
      const posting = parsed.data ? completePosting(text, read, parsed.data) : read
      return async (tx) => {
        const isSaved = await saveCompletedPosting(tx, name, { descriptionText: text, posting })
        if (isSaved) parsedJobs.inc({ mode: parsed.mode })
      }
    },
  })
}

const parseSchema = z.object({
  mode: z.enum(['model', 'rules', 'refused']),
  data: parsedJdSchema.shape.data.nullable(),
})

const noParse: z.output<typeof parseSchema> = { mode: 'rules', data: null }

const answerSchema = z.object({ data: parsedJdSchema.shape.data })

/**
 * If the model refuses the text or its answer has the wrong shape, a retry would not help: `refused` is stored as the
 * result, and rules alone are used.
 */
function parseOnce(
  task: RunningTask<typeof parseJobTask.input>,
  { parser, alias }: JdParsing,
  text: string,
): Promise<z.output<typeof parseSchema>> {
  const { companyId } = task.input
  return task.step('parse', parseSchema, async (idempotencyKey) => {
    try {
      const order = { text, alias, companyId, idempotencyKey, signal: task.signal }
      return { mode: 'model' as const, ...answerSchema.parse(await parser.parseJd(order)) }
    } catch (thrown) {
      const isRefused = thrown instanceof Fault && thrown.code === 'model_calls.refused'
      if (!isRefused && !(thrown instanceof z.ZodError)) throw thrown
      return { mode: 'refused' as const, data: null }
    }
  })
}
