// A match as the API shows it: the score, and one row for each requirement with its evidence.
import type { EvidenceRow, ListedMatch, MatchEvidence, MatchOfTalent } from '@gatehouse/matching/list-matches'
import type { LoggedScore } from '@gatehouse/matching/read-score-log'
import { type JobMatching } from '@gatehouse/matching/read-job-matching'
import { matchingStatuses } from '@gatehouse/matching/read-matching-state'
import { definePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export const requirementStatusType = enumeration(
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

type ShownRow = EvidenceRow & Pick<MatchEvidence, 'lineTexts'>

const matchRowType = defineObject<ShownRow>(
  'MatchRow',
  'How a talent meets one requirement, in one sentence, with the lines of the talent’s text as evidence. bandStart of the match and what all its rows add are exactly its score. isJudged: a model’s verdict counts in it.',
  {
    requirementId: field(shapes.id, (row) => row.requirementId),
    category: field(shapes.string, (row) => row.category),
    importance: field(shapes.string, (row) => row.importance),
    text: field(shapes.string, (row) => row.text),
    status: field(requirementStatusType, (row) => toEnumValue(row.status)),
    sentence: field(shapes.string, (row) => row.sentence),
    counted: field(shapes.string, (row) => row.counted),
    points: field(shapes.string, (row) => row.points),
    share: field(shapes.string, (row) => row.share),
    adds: field(shapes.string, (row) => row.adds),
    isJudged: field(shapes.boolean, (row) => row.isJudged),
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

export const matchType = defineObject<ListedMatch>(
  'Match',
  'How well a talent fits a job, with evidence. The lines, counted from 0, are those that the talent’s facts are taken from, lineTexts their texts in the same order; none of them identifies the person.',
  {
    jobId: field(shapes.id, (match) => match.jobId),
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
    bandStart: field(optional(shapes.string), (match) => match.evidence?.bandStart ?? null),
    lines: field(listOf(shapes.int), ({ evidence }) => [...(evidence?.lineTexts.keys() ?? [])]),
    lineTexts: field(listOf(shapes.string), ({ evidence }) => [...(evidence?.lineTexts.values() ?? [])]),
    flaggedLines: field(listOf(flaggedLineType), (match) => match.flaggedLines, { usualLength: 1 }),
    questions: field(listOf(matchQuestionType), (match) => match.evidence?.questions ?? [], {
      usualLength: 5,
    }),
  },
)

export const matchPageType = definePage('MatchConnection', 'A page of the matches of a job.', matchType)

export const talentMatchType = defineObject<MatchOfTalent>(
  'TalentMatch',
  'How well a job fits a talent, in short. See `match` for the evidence.',
  {
    jobId: field(shapes.id, (match) => match.jobId),
    jobTitle: field(shapes.string, (match) => match.jobTitle),
    score: field(shapes.string, (match) => match.score),
    band: field(scoreBandType, (match) => toEnumValue(match.band)),
    computedAt: field(shapes.time, (match) => match.computedAt),
  },
)

export const matchingStatusType = enumeration(
  'MatchingStatus',
  'INACTIVE: only active jobs are matched. WAITING, IN_PROGRESS: the job is new or changed and is about to be matched. FAILED: it could not be matched; change it to have it tried again. MATCHED: its matches are those of the job as it is.',
  matchingStatuses,
)

export const jobMatchingType = defineObject<JobMatching>(
  'JobMatching',
  'When a job was last matched and how many matches it has; a job keeps its best hundred. goodCount: those that are good or excellent.',
  {
    status: field(matchingStatusType, (matching) => matching.status),
    lastMatchedAt: field(optional(shapes.time), (matching) => matching.lastMatchedAt),
    matchCount: field(shapes.int, (matching) => matching.matchCount),
    goodCount: field(shapes.int, (matching) => matching.goodCount),
  },
)

export const scoredAtType = defineObject<LoggedScore>(
  'ScoredAt',
  'A score of a match when it was computed, and whether the job or the talent had changed since the score before.',
  {
    scoredAt: field(shapes.time, (logged) => logged.scoredAt),
    score: field(shapes.string, (logged) => logged.score),
    band: field(scoreBandType, (logged) => toEnumValue(logged.band)),
    coveragePercent: field(shapes.float, (logged) => logged.coverage / 100),
    judgement: field(judgementType, (logged) => logged.judgement),
    hasJobChanged: field(shapes.boolean, (logged) => logged.hasJobChanged),
    hasTalentChanged: field(shapes.boolean, (logged) => logged.hasTalentChanged),
  },
)
