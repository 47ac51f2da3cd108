// The CV worker: turns the text of a CV into the facts of its talent. Rules read the facts from the text. If a gateway
// is configured, a model parses the CV as well, and its answer is merged with those facts; the answer is stored before
// it is used, so that it is paid for only once. A database trigger enqueues the talent for matching in the transaction
// that saves the facts.
import { markParsed } from '@gatehouse/documents/advance-document'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { factsOfCv } from '@gatehouse/documents/facts-of-cv'
import { readDocumentRow, readText } from '@gatehouse/documents/read-documents'
import type { AliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { CvParser } from '@gatehouse/model-calls/model-client'
import { parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { type HandledKind, type RunningTask, handleTask } from '@gatehouse/tasks/handle-task'
import { z } from 'zod'
import type { DocumentMetrics } from './document-metrics.ts'

export type CvParsing = { parser: CvParser; breakers: AliasBreakers; alias: string }

/** If `parsing` is undefined, CVs are read by rules alone. */
export type ParseCvDeps = { postgres: Postgres; metrics: DocumentMetrics; parsing: CvParsing | undefined }

const concurrencyMax = 4

export function parseCvHandler({ postgres, metrics, parsing }: ParseCvDeps): HandledKind {
  return handleTask(parseCvTask, {
    concurrencyMax,
    // CVs wait while the breaker is open: otherwise the talent would be matched without the parse, and then again with it.
    allowedNow: () => parsing?.breakers.of(parsing.alias).callsMax() ?? concurrencyMax,
    async work(task) {
      const { companyId, documentId } = task.input
      const document = await readDocumentRow(postgres, { companyId, id: documentId })
      const text = await readText(postgres, { companyId, id: documentId })
      const { talentId, createdAt } = document ?? {}
      if (document?.status !== 'READ' || !talentId || !createdAt || text === undefined) return undefined
      // "Present" in a CV means the month of its upload, whenever it is parsed.
      const asOf = { year: createdAt.getUTCFullYear(), month: createdAt.getUTCMonth() + 1 }
      const byRules = readTalentText(text, asOf)
      const parsed = parsing ? await parseOnce(task, parsing, { companyId, text }) : noParse
      const facts = parsed.data ? factsOfCv(text, byRules, parsed.data) : byRules
      const name = parsed.data?.person.full_name?.trim().slice(0, nameLengthMax) || null
      return async (tx) => {
        if (!(await markParsed(tx, document))) return
        await saveTalents(tx, [{ companyId, id: talentId, name, sourceText: text, facts }])
        metrics.countParsed(parsed.mode)
      }
    },
  })
}

const nameLengthMax = 200

const parseSchema = z.object({
  mode: z.enum(['model', 'rules', 'refused']),
  data: parsedCvSchema.shape.data.nullable(),
})

const noParse: z.output<typeof parseSchema> = { mode: 'rules', data: null }

const answerSchema = z.object({ data: parsedCvSchema.shape.data })

/**
 * If the model refuses the CV or its answer has the wrong shape, a retry would not help: `refused` is stored as the
 * result, and rules alone are used.
 */
function parseOnce(
  task: RunningTask,
  { parser, alias }: CvParsing,
  { companyId, text }: { companyId: string; text: string },
): Promise<z.output<typeof parseSchema>> {
  return task.step('parse', parseSchema, async (idempotencyKey) => {
    try {
      const order = { text, alias, companyId, idempotencyKey, signal: task.signal }
      return { mode: 'model' as const, ...answerSchema.parse(await parser.parseCv(order)) }
    } catch (thrown) {
      const isRefused = thrown instanceof Fault && thrown.code === 'model_calls.refused'
      if (!isRefused && !(thrown instanceof z.ZodError)) throw thrown
      return { mode: 'refused' as const, data: null }
    }
  })
}
