import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { readJob } from '@gatehouse/jobs/list-jobs'
import type { ExplainedRow } from '@gatehouse/matching/explain-match'
import { type ListedMatch, type MatchEvidence, listMatches } from '@gatehouse/matching/list-matches'
import type { GeneratorMetrics, GeneratorStatus } from '@gatehouse/matching/generator-status'
import { badRequest, unknownId } from '../graphql-faults.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

type EvidenceRow = ExplainedRow & Pick<MatchEvidence, 'lineTexts'>

const matchRowType = defineObject<EvidenceRow>(
  'MatchRow',
  'What one requirement contributes to a score, with the lines of the talent’s text as evidence.',
  {
    requirementId: field(shapes.id, (row) => row.requirementId),
    text: field(shapes.string, (row) => row.text),
    counted: field(shapes.string, (row) => row.counted),
    because: field(shapes.string, (row) => row.because),
    lines: field(listOf(shapes.int), (row) => row.lines),
    quotes: field(listOf(shapes.string), (row) => row.lines.map((line) => row.lineTexts.get(line) ?? '')),
  },
)

const judgementType = enumeration(
  'MatchJudgement',
  'Whether a model has judged individual requirements: not asked, pending or done.',
  ['NONE', 'PENDING', 'JUDGED'],
)

const matchType = defineObject<ListedMatch>('Match', 'How well a talent fits a job, with evidence.', {
  talentId: field(shapes.id, (match) => match.talentId),
  talentName: field(optional(shapes.string), (match) => match.talentName),
  score: field(shapes.string, (match) => match.score),
  coveragePercent: field(shapes.float, (match) => match.coverage / 100),
  judgement: field(judgementType, (match) => match.judgement),
  computedAt: field(shapes.time, (match) => match.computedAt),
  isUpToDate: field(shapes.boolean, (match) => match.evidence !== null),
  arithmetic: field(optional(shapes.string), (match) => match.evidence?.arithmetic ?? null),
  rows: field(listOf(matchRowType), ({ evidence }) =>
    (evidence?.rows ?? []).map(({ requirementId, text, counted, because, lines }) => ({
      requirementId,
      text,
      counted,
      because,
      lines,
      lineTexts: evidence?.lineTexts ?? new Map<number, string>(),
    })),
  ),
  questions: field(listOf(shapes.string), (match) => match.evidence?.questions.map(({ text }) => text) ?? []),
})

const listedMax = 100

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
      'The talents that fit a job best. The rows of each match add up exactly to its score; they are empty while a changed job or talent has not been matched again.',
    inputs: { companyId: inputs.id, jobId: inputs.id, first: optionalInput(inputs.int) },
    returns: listOf(matchType),
    cost: 50,
    // Each score is recomputed from the talent's facts and lines.
    rowCost: 10,
    async resolve({ deps }, { companyId, jobId, first }) {
      const limit = first ?? 20
      if (limit < 1 || limit > listedMax) throw badRequest(`first must be from 1 to ${listedMax}.`)
      if (!(await readJob(deps.database, { companyId, jobId }))) throw unknownId()
      return listMatches(deps.database, { companyId, jobId, limit })
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
