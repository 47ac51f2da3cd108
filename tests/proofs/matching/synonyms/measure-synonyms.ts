// For each pair: the place of its CV in the job's list, and the share of unrelated talents that score above it.
import { createScorer } from '@gatehouse/matching/score-match'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { foldText } from '@gatehouse/reading/fold-text'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import { seededRandom } from '../../kit/seeded-random.ts'
import { readJob, readTalent } from '../kit/read-texts.ts'
import { type TalentIndex, indexTalents } from './index-talents.ts'
import type { OtherTalent } from './other-talents.ts'
import { relatedFields } from './related-fields.ts'

export type JobAndCv = { field: string | null; jobWords: string; cvWords: string; job: string; cv: string }

export type Found<Pair> = {
  pair: Pair
  /** Place in the list among all talents, and among those that are not related; from 1, or infinite if not listed. */
  placeAmongAll: number
  place: number
  /** Number of the talents that are not related. */
  others: number
  /** Share of the unrelated generated talents that score above the pair's CV; null if they were not compared. */
  unrelatedAbove: number | null
  /** Whether the concepts know the words of the job and of the CV as one concept, or one near the other. */
  isKnown: boolean
}

type Talent = { text: string; facts: TalentFacts; source: OtherTalent | JobAndCv }

export type MeasureOptions = {
  concepts: Concepts
  /** One pair in this many is compared with all talents; 0 for none. */
  comparedEvery: number
}

export async function measureSynonyms<Pair extends JobAndCv>(
  postgres: Postgres,
  { pairs, others }: { pairs: readonly Pair[]; others: readonly OtherTalent[] },
  { concepts, comparedEvery }: MeasureOptions,
): Promise<Found<Pair>[]> {
  const sources = [
    ...others.map((source) => ({ source, text: source.text })),
    ...pairs.map((source) => ({ source, text: source.cv })),
  ]
  const talents = seededRandom('order of ids')
    .shuffle(sources)
    .map(({ source, text }): Talent => ({
      source,
      text: foldText(text),
      facts: readTalent(text, undefined, concepts),
    }))
  const index = await indexTalents(
    postgres,
    talents.map(({ facts }) => facts),
  )
  const found: Found<Pair>[] = []
  for (const [number, pair] of pairs.entries()) {
    const comparesAll = comparedEvery > 0 && number % comparedEvery === 0
    found.push(await findPair(pair, { talents, index, concepts, comparesAll }))
  }
  return found
}

type Indexed = { talents: readonly Talent[]; index: TalentIndex; concepts: Concepts; comparesAll: boolean }

async function findPair<Pair extends JobAndCv>(
  pair: Pair,
  { talents, index, concepts, comparesAll }: Indexed,
): Promise<Found<Pair>> {
  const job = readJob(pair.job, index.specificityOf, concepts)
  const isRelated = createIsRelated(pair)
  const list = (await index.rank(job)).map((number) => talents[number])
  const own = talents.findIndex(({ source }) => source === pair)
  const isOwn = (talent: Talent | undefined) => talent === talents[own]
  const unrelated = talents.filter((talent) => !isOwn(talent) && !isRelated(talent))
  const counted = list.filter((talent) => talent && (isOwn(talent) || !isRelated(talent)))
  return {
    pair,
    placeAmongAll: placeIn(list.findIndex(isOwn)),
    place: placeIn(counted.findIndex(isOwn)),
    others: unrelated.length,
    unrelatedAbove: comparesAll
      ? shareAbove(createScorer(job), talents[own], unrelated.filter(isGenerated))
      : null,
    isKnown: areKnown(pair, concepts),
  }
}

function areKnown({ jobWords, cvWords }: JobAndCv, concepts: Concepts): boolean {
  const asked = concepts.find(jobWords).map(({ concept }) => concept.key)
  const near = asked.flatMap((key) => concepts.near(key).map((one) => one.key))
  const known = new Set([...asked, ...near])
  return concepts.find(cvWords).some(({ concept }) => known.has(concept.key))
}

function placeIn(index: number): number {
  return index < 0 ? Number.POSITIVE_INFINITY : index + 1
}

function isGenerated({ source }: Talent): boolean {
  return !('cv' in source)
}

/** Of talents with equal points half are counted, because the order of their ids is arbitrary. */
function shareAbove(
  score: ReturnType<typeof createScorer>,
  own: Talent | undefined,
  unrelated: readonly Talent[],
): number {
  const points = own ? score(own.facts).points : 0
  const above = unrelated.reduce((sum, { facts }) => {
    const other = score(facts).points
    return sum + (other > points ? 1 : other === points ? 0.5 : 0)
  }, 0)
  return above / Math.max(1, unrelated.length)
}

/**
 * A talent may fit the job as well as the pair's own if it works in a related field, or if its text has the words of
 * the job or of the pair's CV.
 */
function createIsRelated({ field, jobWords, cvWords }: JobAndCv): (talent: Talent) => boolean {
  const fields = field === null ? new Set<string>() : relatedFields(field)
  const words = [jobWords, cvWords].map((phrase) => wordPattern(foldText(phrase)))
  return ({ source, text }) => {
    if (words.some((word) => word.test(text))) return true
    if (!('cv' in source)) return fields.has(source.field)
    return source.field !== null && [...relatedFields(source.field)].some((one) => fields.has(one))
  }
}

function wordPattern(folded: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(folded)}(?![\p{L}\p{N}])`, 'u')
}
