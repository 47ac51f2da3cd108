// Ranks every CV of a set for every job with the product's own functions and measures the quality.
import { createScorer } from '@gatehouse/matching/score-match'
import { readJob, readTalent, specificityAmong } from '../kit/read-texts.ts'
import { createBm25 } from './bm25.ts'
import type { Pair, Part, RankingSet } from './labelled-sets.ts'
import { mean, ndcgAt } from './rank-metrics.ts'

export type ByPart = Record<Part | 'all', number>

export type ScoredJob = { id: string; ranked: readonly { id: string; points: number }[] }

/** Each further call of the returned function reads and scores the CVs again. */
export function prepareRanking({ jobs, talents }: RankingSet): () => ScoredJob[] {
  const readAll = () => talents.map(({ id, text }) => ({ id, facts: readTalent(text) }))
  let read: ReturnType<typeof readAll> | undefined = readAll()
  const specificityOf = specificityAmong(read.map(({ facts }) => facts))
  const scorers = jobs.map(({ id, text }) => ({ id, score: createScorer(readJob(text, specificityOf)) }))
  return () => {
    const facts = read ?? readAll()
    read = undefined
    return scorers.map(({ id, score }) => ({
      id,
      ranked: facts.map((talent) => ({ id: talent.id, points: score(talent.facts).points })).sort(byPoints),
    }))
  }
}

export function rankByWords({ jobs, talents }: RankingSet): ScoredJob[] {
  const search = createBm25(talents.map(({ text }) => text))
  return jobs.map(({ id, text }) => {
    const score = search(text)
    return {
      id,
      ranked: talents.map((talent, index) => ({ id: talent.id, points: score(index) })).sort(byPoints),
    }
  })
}

function byPoints(a: { id: string; points: number }, b: { id: string; points: number }): number {
  return b.points - a.points || (a.id < b.id ? -1 : 1)
}

export type RankedValue = { part: Part; value: number }

export function ndcgOfJobs({ jobs }: RankingSet, scored: readonly ScoredJob[]): RankedValue[] {
  return jobs.map((job, index) => {
    const ranked = (scored[index]?.ranked ?? []).map(({ id }) => id)
    return { part: job.part, value: ndcgAt(10, ranked, job.fitting) }
  })
}

export type ScoredPair = { id: string; part: Part; better: number; worse: number }

export function preparePairs(pairs: readonly Pair[]): () => ScoredPair[] {
  const readOnce = readEachOnce()
  const specificityOf = specificityAmong(
    pairs.flatMap(({ better, worse }) => [readOnce(better), readOnce(worse)]),
  )
  const scorers = pairs.map((pair) => ({ ...pair, score: createScorer(readJob(pair.job, specificityOf)) }))
  return () => {
    const read = readEachOnce()
    return scorers.map(({ id, part, score, better, worse }) => {
      const pointsOf = (text: string) => score(read(text)).points
      return { id, part, better: pointsOf(better), worse: pointsOf(worse) }
    })
  }
}

/** A CV occurs in several pairs of its job. */
function readEachOnce(): typeof readTalent {
  const known = new Map<string, ReturnType<typeof readTalent>>()
  return (text) => {
    const facts = known.get(text) ?? readTalent(text)
    known.set(text, facts)
    return facts
  }
}

export function scorePairsByWords(pairs: readonly Pair[]): ScoredPair[] {
  const search = createBm25(pairs.flatMap(({ better, worse }) => [better, worse]))
  return pairs.map(({ id, part, job }, index) => {
    const score = search(job)
    return { id, part, better: score(2 * index), worse: score(2 * index + 1) }
  })
}

/** A tie counts as a mistake. */
export function accuracyByPart(scored: readonly ScoredPair[]): ByPart {
  return meanByPart(scored.map(({ part, better, worse }) => ({ part, value: better > worse ? 1 : 0 })))
}

export function meanByPart(values: readonly RankedValue[]): ByPart {
  const of = (part: Part) => mean(values.filter((one) => one.part === part).map(({ value }) => value))
  return { tuned: of('tuned'), 'held out': of('held out'), all: mean(values.map(({ value }) => value)) }
}
