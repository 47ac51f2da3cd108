// The CV worker: completes the profile and the facts of a talent. The document worker has saved the talent with what rules read from the
// CV. If a gateway is configured, a model parses the CV as well, and its answer is merged with the profile; the answer is
// stored before it is used, so that it is paid for only once. A database trigger enqueues the talent for matching in the
// transaction that saves changed facts.
import { markParsed } from '@gatehouse/documents/advance-document'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { profileOfCv } from '@gatehouse/documents/profile-of-cv'
import { readDocumentRow, readText } from '@gatehouse/documents/read-documents'
import type { AliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { CvParser } from '@gatehouse/model-calls/model-client'
import { parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import type { Ids } from '@gatehouse/runtime/ids'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { TalentProfile } from '@gatehouse/talents/profile'
import { readProfile } from '@gatehouse/talents/read-profile'
import { saveProfile } from '@gatehouse/talents/save-profile'
import { type TalentNames, builtInTalentNames } from '@gatehouse/talents/talent-names'
import { type HandledKind, type RunningTask, handleTask } from '@gatehouse/tasks/handle-task'
import { loadConcepts } from '@gatehouse/vocabulary/load-concepts'
import { z } from 'zod'
import type { DocumentMetrics } from './document-metrics.ts'

export type CvParsing = { parser: CvParser; breakers: AliasBreakers; alias: string }

/** If `parsing` is undefined, CVs are read by rules alone. */
export type ParseCvDeps = {
  shards: Shards<Queryable>
  ids: Ids
  metrics: DocumentMetrics
  parsing: CvParsing | undefined
}

const concurrencyMax = 4

export function parseCvHandler({ shards, ids, metrics, parsing }: ParseCvDeps): HandledKind {
  return handleTask(parseCvTask, {
    concurrencyMax,
    // CVs wait while the breaker is open; until then their talents are matched by what rules read.
    allowedNow: () => parsing?.breakers.of(parsing.alias).callsMax() ?? concurrencyMax,
    async work(task) {
      const { companyId, documentId } = task.input
      const postgres = shards.of(companyId)
      const document = await readDocumentRow(postgres, { companyId, id: documentId })
      const text = await readText(postgres, { companyId, id: documentId })
      const { talentId, createdAt } = document ?? {}
      if (document?.status !== 'READ' || !talentId || !createdAt || text === undefined) return undefined
      // Before the rules, which take the main thread up to 90 ms: while the company's model work is on hold, each attempt of
      // each of its CVs ends here.
      const parsed = parsing ? await parseOnce(task, parsing, { companyId, text }) : noParse
      const names = await loadNames(shards.directory, text)
      const byRules = readByRules(text, createdAt, names)
      const profile = parsed.data ? profileOfCv(text, { byRules, cv: parsed.data }, names) : byRules
      return async (tx) => {
        if (!(await markParsed(tx, document))) return
        await saveProfile(tx, { companyId, id: talentId, sourceText: text, profile }, names)
        await enqueueEvent(ids, tx, { companyId, type: 'document.parsed', data: { documentId, talentId } })
        metrics.countParsed(parsed.mode)
      }
    },
  })
}

/** "Present" in a CV means the month of its upload, whenever it is read. */
export function readByRules(text: string, uploadedAt: Date, names: TalentNames): TalentProfile {
  const asOf = { year: uploadedAt.getUTCFullYear(), month: uploadedAt.getUTCMonth() + 1 }
  return readProfile(text, { asOf, names })
}

/** The names that rules look up, with the concepts of imported taxonomies that the text may name. */
export async function loadNames(directory: Queryable, text: string): Promise<TalentNames> {
  return { ...builtInTalentNames(), concepts: await loadConcepts(directory, [text]) }
}

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
