import { readJob } from '@gatehouse/jobs/list-jobs'
import type { ExplainedRow } from '@gatehouse/matching/explain-match'
import { type ListedMatch, type MatchEvidence, listMatches } from '@gatehouse/matching/list-matches'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

type EvidenceRow = ExplainedRow & Pick<MatchEvidence, 'lineTexts'>

const rowType = defineObject<EvidenceRow>(
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
  rows: field(listOf(rowType), ({ evidence }) =>
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

export const matches = defineQuery({
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
    return listMatches(deps.postgres, { companyId, jobId, limit })
  },
})
