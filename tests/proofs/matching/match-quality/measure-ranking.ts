// Ranks every CV of a set for every job with the product's own functions and measures the quality.
import { createScorer } from '@gatehouse/matching/score-match'
import { readJobText } from '@gatehouse/jobs/read-job-text'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { type SpecificityOf, countTerms, createSpecificity } from '@gatehouse/vocabulary/specificity'
import type { Pair, Part, RankingSet } from './labelled-sets.ts'
import { mean, ndcgAt } from './rank-metrics.ts'

// Date up to which current roles are counted. The sets are older; a later date would only lengthen current roles a
// little.
export const asOf = { year: 2026, month: 1 }

const unchanged = (text: string) => text

export type ByPart = Record<Part | 'all', number>

export type ChangeText = (text: string) => string

export type ScoredJob = { id: string; ranked: readonly { id: string; points: number }[] }

/**
 * Jobs are read once, with the vocabulary of the unchanged texts, so any effect of a change is due to the CVs alone.
 */
export function prepareRanking({ jobs, talents }: RankingSet): (change?: ChangeText) => ScoredJob[] {
  const specificityOf = learnSpecificity(talents.map(({ text }) => text))
  const scorers = jobs.map(({ id, text }) => ({ id, score: createScorer(readJobText(text, specificityOf)) }))
  return (change = unchanged) => {
    const facts = talents.map(({ id, text }) => ({ id, facts: readTalentText(change(text), asOf) }))
    return scorers.map(({ id, score }) => ({
      id,
      ranked: facts
        .map((talent) => ({ id: talent.id, points: score(talent.facts).points }))
        .sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1)),
    }))
  }
}

export function learnSpecificity(texts: readonly string[]): SpecificityOf {
  const facts = texts.map((text) => readTalentText(text, asOf))
  return createSpecificity(countTerms(facts.map(({ terms }) => terms.map(({ term }) => term))))
}

export function ndcgByPart({ jobs }: RankingSet, scored: readonly ScoredJob[]): ByPart {
  const values = jobs.map((job, index) => ({
    part: job.part,
    value: ndcgAt(
      10,
      (scored[index]?.ranked ?? []).map(({ id }) => id),
      job.fitting,
    ),
  }))
  return meanByPart(values)
}

export type ScoredPair = { id: string; part: Part; better: number; worse: number }

export function preparePairs(pairs: readonly Pair[]): (change?: ChangeText) => ScoredPair[] {
  const specificityOf = learnSpecificity(pairs.flatMap(({ better, worse }) => [better, worse]))
  const scorers = pairs.map((pair) => ({
    ...pair,
    score: createScorer(readJobText(pair.job, specificityOf)),
  }))
  return (change = unchanged) =>
    scorers.map(({ id, part, score, better, worse }) => {
      const pointsOf = (text: string) => score(readTalentText(change(text), asOf)).points
      return { id, part, better: pointsOf(better), worse: pointsOf(worse) }
    })
}

/** A tie counts as a mistake. */
export function accuracyByPart(scored: readonly ScoredPair[]): ByPart {
  return meanByPart(scored.map(({ part, better, worse }) => ({ part, value: better > worse ? 1 : 0 })))
}

export function meanByPart(values: readonly { part: Part; value: number }[]): ByPart {
  const of = (part: Part) => mean(values.filter((one) => one.part === part).map(({ value }) => value))
  return { tuned: of('tuned'), 'held out': of('held out'), all: mean(values.map(({ value }) => value)) }
}
