// Estimates the score of a talent from the terms that the index returns for a job. Only the most promising talents are
// scored, so the estimate follows the score: a skill counts once, by the best shown of its names, and the must-haves
// choose the band. Time, levels and places are not in the index and count for none.
import type { JobFacts, Part, Requirement, TermRequirement } from '@gatehouse/jobs/job-facts'
import { chooseBand, decidingIds, placeInBand } from '../score/choose-band.ts'
import { type RequirementStatus, fullDegree } from '../score/match-score.ts'
import {
  coverWords,
  isOfField,
  meetingWeightMin,
  namedStatus,
  shareOf,
  statusByParts,
  unnamedWords,
} from '../score/measure-terms.ts'
import { isOfJobsField } from '../score/score-match.ts'
import { shareJob } from '../score/share-job.ts'

/** The strength of the talent's evidence for each term of the search, in order; 0 if the index does not show it. */
export type Strengths = readonly number[]

/** `terms` are those that the job searches for. Returns points, which are comparable for this job only. */
export function createEstimate(
  { requirements }: JobFacts,
  terms: readonly string[],
): (strengths: Strengths) => number {
  const placeOf = new Map(terms.map((term, place) => [term, place]))
  const shares = shareJob(requirements)
  const deciding = decidingIds(requirements)
  const asked = requirements.flatMap((requirement, index) =>
    'words' in requirement
      ? [
          toAsked(requirement, placeOf, {
            share: shares[index] ?? 0,
            isDeciding: deciding.has(requirement.id),
          }),
        ]
      : [],
  )
  return (strengths) => {
    let rank = 0
    let isRelated = false
    const rows: { status: RequirementStatus; isDeciding: boolean }[] = []
    for (const one of asked) {
      const { status, degree, isOfField: isShown } = estimateOne(one, strengths)
      rank += one.share * degree
      isRelated ||= isShown && one.isOfJobsField
      rows.push({ status, isDeciding: one.isDeciding })
    }
    return placeInBand(chooseBand(rows, isRelated), rank)
  }
}

type Word = { place: number | undefined; specificity: number }
type AskedPart = {
  specificity: number
  showing: readonly { place: number; weight: number }[]
  /** Words that show the part together. */
  phrases: readonly (readonly (number | undefined)[])[]
}
type Asked = {
  share: number
  isDeciding: boolean
  isOfJobsField: boolean
  isGeneral: boolean
  words: readonly Word[]
  unnamed: readonly Word[]
  parts: readonly AskedPart[]
}

function toAsked(
  requirement: TermRequirement & Requirement,
  placeOf: ReadonlyMap<string, number>,
  own: Pick<Asked, 'share' | 'isDeciding'>,
): Asked {
  const toWord = ({ term, specificity }: { term: string; specificity: number }): Word => ({
    place: placeOf.get(term),
    specificity,
  })
  return {
    ...own,
    isOfJobsField: isOfJobsField(requirement),
    isGeneral: requirement.isGeneral,
    words: requirement.words.map(toWord),
    unnamed: unnamedWords(requirement).map(toWord),
    parts: requirement.parts.map((part) => toPart(part, placeOf)),
  }
}

function toPart({ options, specificity }: Part, placeOf: ReadonlyMap<string, number>): AskedPart {
  return {
    specificity,
    showing: options
      .flatMap(({ shownBy }) => shownBy)
      .flatMap(({ term, weight }) => {
        const place = placeOf.get(term)
        return place === undefined ? [] : [{ place, weight }]
      }),
    phrases: options
      .filter(({ words }) => words.length > 0)
      .map(({ words }) => words.map((word) => placeOf.get(word))),
  }
}

function estimateOne({ isGeneral, words, unnamed, parts }: Asked, strengths: Strengths) {
  const strengthOf = (place: number | undefined) => (place === undefined ? 0 : (strengths[place] ?? 0))
  const shown = parts.map((part) => estimatePart(part, strengthOf))
  const byWords = coverWords(words, ({ place }) => strengthOf(place) > 0)
  const units = [
    ...unnamed.map(({ place, specificity }) => ({ specificity, strength: strengthOf(place) })),
    ...shown,
  ]
  return {
    status: namedStatus(statusByParts(shown), byWords),
    degree: shareOf(units, ({ strength }) => strength),
    isOfField: !isGeneral && isOfField(shown, byWords.isOfField),
  }
}

function estimatePart(
  { specificity, showing, phrases }: AskedPart,
  strengthOf: (place: number | undefined) => number,
) {
  let [weight, strength] = [0, 0]
  const count = (own: number, ownWeight: number) => {
    if (own === 0) return
    weight = Math.max(weight, ownWeight)
    strength = Math.max(strength, Math.floor((own * ownWeight) / fullDegree))
  }
  for (const one of showing) count(strengthOf(one.place), one.weight)
  for (const phrase of phrases) count(Math.min(...phrase.map(strengthOf)), meetingWeightMin)
  return { specificity, weight, strength }
}
