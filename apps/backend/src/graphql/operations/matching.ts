import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { countWaitingCvs } from '@gatehouse/documents/list-documents'
import { readJob } from '@gatehouse/jobs/list-jobs'
import type { ExplainedRow } from '@gatehouse/matching/explain-match'
import { type ListedMatch, type MatchEvidence, listMatches } from '@gatehouse/matching/list-matches'
import {
  type MatchingState,
  matchingStatuses,
  readMatchingState,
} from '@gatehouse/matching/read-matching-state'
import type { GeneratorMetrics, GeneratorStatus } from '@gatehouse/matching/generator-status'
import { badRequest, unknownId } from '../graphql-faults.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

const requirementStatusType = enumeration(
  'RequirementStatus',
  'Whether the talent’s text shows a requirement. Not shown is unknown; contradicted is known to be missing.',
  ['MET', 'PARTLY_MET', 'NOT_SHOWN', 'CONTRADICTED'],
)

const scoreBandType = enumeration(
  'ScoreBand',
  'What a score means: excellent from 85, good from 61, weak from 16, unrelated below.',
  ['EXCELLENT', 'GOOD', 'WEAK', 'UNRELATED'],
)

function toEnumValue<Name extends string>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>
}

type Question = MatchEvidence['questions'][number]

const matchQuestionType = defineObject<Question>(
  'MatchQuestion',
  'A requirement to clarify with the talent, and what the score would gain if it were met.',
  {
    requirementId: field(shapes.id, (question) => question.requirementId),
    text: field(shapes.string, (question) => question.text),
    wouldAdd: field(shapes.string, (question) => question.wouldAdd),
  },
)

type EvidenceRow = ExplainedRow & Pick<MatchEvidence, 'lineTexts'>

const matchRowType = defineObject<EvidenceRow>(
  'MatchRow',
  'How a talent meets one requirement, in one sentence, with the lines of the talent’s text as evidence.',
  {
    requirementId: field(shapes.id, (row) => row.requirementId),
    category: field(shapes.string, (row) => row.category),
    importance: field(shapes.string, (row) => row.importance),
    text: field(shapes.string, (row) => row.text),
    status: field(requirementStatusType, (row) => toEnumValue(row.status)),
    sentence: field(shapes.string, (row) => row.sentence),
    counted: field(shapes.string, (row) => row.counted),
    lines: field(listOf(shapes.int), (row) => row.lines),
    quotes: field(listOf(shapes.string), (row) => row.lines.map((line) => row.lineTexts.get(line) ?? '')),
  },
)

const judgementType = enumeration(
  'MatchJudgement',
  'Whether a model has judged individual requirements: not asked, pending or done.',
  ['NONE', 'PENDING', 'JUDGED'],
)

const flaggedLineType = defineObject<ListedMatch['flaggedLines'][number]>(
  'FlaggedLine',
  'A line of a talent’s text, counted from 0, that addresses a reader instead of describing the talent. Neither facts nor verdicts are taken from it.',
  { line: field(shapes.int, ({ line }) => line), text: field(shapes.string, ({ quote }) => quote) },
)

const matchType = defineObject<ListedMatch>('Match', 'How well a talent fits a job, with evidence.', {
  talentId: field(shapes.id, (match) => match.talentId),
  talentName: field(optional(shapes.string), (match) => match.talentName),
  score: field(shapes.string, (match) => match.score),
  band: field(scoreBandType, (match) => toEnumValue(match.band)),
  coveragePercent: field(shapes.float, (match) => match.coverage / 100),
  judgement: field(judgementType, (match) => match.judgement),
  computedAt: field(shapes.time, (match) => match.computedAt),
  isUpToDate: field(shapes.boolean, (match) => match.evidence !== null),
  arithmetic: field(optional(shapes.string), (match) => match.evidence?.arithmetic ?? null),
  rows: field(listOf(matchRowType), ({ evidence }) =>
    (evidence?.rows ?? []).map((row) =>
      Object.assign({ lineTexts: evidence?.lineTexts ?? new Map<number, string>() }, row),
    ),
  ),
  flaggedLines: field(listOf(flaggedLineType), (match) => match.flaggedLines, { usualLength: 1 }),
  questions: field(listOf(matchQuestionType), (match) => match.evidence?.questions ?? [], {
    usualLength: 5,
  }),
})

const listedMax = 100

const matchingStatusType = enumeration(
  'MatchingStatus',
  'INACTIVE: only active jobs are matched. WAITING, IN_PROGRESS: the job is new or changed and is about to be matched. FAILED: it could not be matched; change it to have it tried again. MATCHED: its matches are those of the job as it is.',
  matchingStatuses,
)

const matchingStateType = defineObject<MatchingState & { cvsWaiting: number }>(
  'MatchingState',
  'How current the matches of a job are, and what is queued that may change them.',
  {
    status: field(matchingStatusType, (state) => state.status),
    lastMatchedAt: field(optional(shapes.time), (state) => state.lastMatchedAt),
    cvsWaiting: field(shapes.int, (state) => state.cvsWaiting),
    talentsWaiting: field(shapes.int, (state) => state.talentsWaiting),
    isJudgementWaiting: field(shapes.boolean, (state) => state.isJudgementWaiting),
    isGeneratorRunning: field(shapes.boolean, (state) => state.isGeneratorRunning),
  },
)

const generatorStatusType = defineObject<GeneratorStatus>(
  'GeneratorStatus',
  'The match-score generator: running, stopped or processing.',
  {
    status: field(shapes.string, (generator) => generator.status),
    uptimeSeconds: field(shapes.float, (generator) => generator.uptime_seconds),
    currentBatch: field(shapes.float, (generator) => generator.current_batch),
    queueSize: field(shapes.float, (generator) => generator.queue_size),
  },
)

const generatorMetricsType = defineObject<GeneratorMetrics>(
  'GeneratorMetrics',
  'Metrics of the generator: totals since the last restart, rates over the last five minutes.',
  {
    totalProcessed: field(shapes.float, (metrics) => metrics.total_processed),
    totalErrors: field(shapes.float, (metrics) => metrics.total_errors),
    avgProcessingTimeMs: field(shapes.float, (metrics) => metrics.avg_processing_time_ms),
    queueDepth: field(shapes.float, (metrics) => metrics.queue_depth),
    throughputPerMinute: field(shapes.float, (metrics) => metrics.throughput_per_minute),
    lastProcessedAt: field(optional(shapes.time), ({ last_processed_at: at }) =>
      at === null ? null : new Date(at),
    ),
    processingRate: field(shapes.float, (metrics) => metrics.processing_rate),
    errorRate: field(shapes.float, (metrics) => metrics.error_rate),
    circuitBreakerState: field(shapes.string, (metrics) => metrics.circuit_breaker_state),
  },
)

export const matchingOperations: readonly Operation[] = [
  defineQuery({
    name: 'matches',
    description:
      'The talents that fit a job best. Each match has one row for each requirement; the rows are empty while a changed job or talent has not been matched again.',
    inputs: { companyId: inputs.id, jobId: inputs.id, first: optionalInput(inputs.int) },
    returns: listOf(matchType),
    cost: 50,
    // Each score is recomputed from the talent's facts and lines.
    rowCost: 10,
    async resolve({ deps }, { companyId, jobId, first }) {
      const limit = first ?? 20
      if (limit < 1 || limit > listedMax) throw badRequest(`first must be from 1 to ${listedMax}.`, 'first')
      if (!(await readJob(deps.database, { companyId, jobId }))) throw unknownId()
      return listMatches(deps.database, { companyId, jobId, limit })
    },
  }),
  defineQuery({
    name: 'matchingState',
    description:
      'When a job was last matched and what is still queued; to be asked together with its matches. Counted are CVs of the last day that have not been read, or not yet by a model, and up to 10,000 new or changed talents of the company that have not been compared with its jobs. Queued work waits while the generator does not run.',
    inputs: { companyId: inputs.id, jobId: inputs.id },
    returns: matchingStateType,
    cost: 20,
    async resolve({ deps: { database } }, { companyId, jobId }) {
      const state = await readMatchingState(database, { companyId, jobId })
      if (!state) throw unknownId()
      return { ...state, cvsWaiting: await countWaitingCvs(database, companyId) }
    },
  }),
  defineQuery({
    name: 'generatorStatus',
    description: 'The status of the match-score generator, as reported by the AI service.',
    inputs: {},
    returns: generatorStatusType,
    cost: 20,
    resolve: ({ deps }) => deps.generator.readStatus(),
  }),
  defineQuery({
    name: 'generatorMetrics',
    description: 'The metrics of the match-score generator, as reported by the AI service.',
    inputs: {},
    returns: generatorMetricsType,
    cost: 20,
    resolve: ({ deps }) => deps.generator.readMetrics(),
  }),
  defineMutation({
    name: 'startGenerator',
    description: 'Starts the match-score generator. Does nothing if it is running.',
    inputs: {},
    returns: generatorStatusType,
    cost: 50,
    async resolve(context) {
      const status = await context.deps.generator.start()
      await recordGeneratorChange(context, 'generator.start')
      return status
    },
  }),
  defineMutation({
    name: 'stopGenerator',
    description: 'Stops the match-score generator after its current batches. Does nothing if it is stopped.',
    inputs: {},
    returns: generatorStatusType,
    cost: 50,
    async resolve(context) {
      const status = await context.deps.generator.stop()
      await recordGeneratorChange(context, 'generator.stop')
      return status
    },
  }),
]

/** Records which user started or stopped the generator. The AI service's own audit entry names only the backend. */
async function recordGeneratorChange(
  context: OperationContext,
  action: 'generator.start' | 'generator.stop',
): Promise<void> {
  const { database, ids } = context.deps
  const by = await auditActor(context)
  const subject = { kind: 'generator', id: 'match-score-generator' }
  await database
    .transaction()
    .execute((tx) => recordAuditEntry(ids, tx, { ...by, companyId: null, action, subject }))
}
