// Scores each CV and its swapped versions against the same jobs and reports every score that differs.
import { type ScoreTalent, createScorer } from '@gatehouse/matching/score-match'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import { readJob, readTalent, specificityAmong } from '../kit/read-texts.ts'
import { type SwapKind, type SwappedCv, swapKinds } from './swap-kinds.ts'

type MatchScore = ReturnType<ScoreTalent>

export type SwapCount = {
  kind: SwapKind
  /** CVs whose text the swap changes. */
  changedTexts: number
  scores: number
  changedScores: number
  /** The first few that differ. */
  examples: string[]
}

const examplesMax = 5

export function measureSwaps(cvs: readonly SwappedCv[]): SwapCount[] {
  const read = cvs.map((cv) => ({ cv, facts: readTalent(cv.text) }))
  const specificityOf = specificityAmong(read.map(({ facts }) => facts))
  const counts = swapKinds.map((kind): SwapCount => ({
    kind,
    changedTexts: 0,
    scores: 0,
    changedScores: 0,
    examples: [],
  }))
  for (const { cv, facts } of read) {
    const jobs = cv.jobs.map((job) => readJob(job, specificityOf))
    const scorers = jobs.map((job) => ({
      score: createScorer(job),
      namesPlace: job.requirements.some(({ category }) => category === 'location'),
    }))
    for (const count of counts) {
      const swapped = cv.swapped[count.kind]
      if (swapped === undefined || swapped === cv.text) continue
      const compared = scorers.filter(({ namesPlace }) => count.kind !== 'towns' || !namesPlace)
      compareScores(count, { id: cv.id, before: facts, after: readTalent(swapped) }, compared)
    }
  }
  return counts
}

type Versions = { id: string; before: TalentFacts; after: TalentFacts }

function compareScores(
  count: SwapCount,
  { id, before, after }: Versions,
  scorers: readonly { score: ScoreTalent }[],
): void {
  count.changedTexts += 1
  for (const { score } of scorers) {
    const [own, other] = [score(before), score(after)]
    count.scores += 1
    if (fingerprint(own) === fingerprint(other)) continue
    count.changedScores += 1
    if (count.examples.length < examplesMax) count.examples.push(`${id}: ${describe(own, other)}`)
  }
}

/** All that a person sees, except the numbers of lines, which a photo moves. */
function fingerprint({ points, band, coverage, rows }: MatchScore): string {
  return JSON.stringify([points, band, coverage, rows.map(({ status, degree }) => [status, degree])])
}

function describe(own: MatchScore, other: MatchScore): string {
  const row = own.rows.findIndex(({ status, degree }, index) => {
    const same = other.rows[index]
    return same?.status !== status || same.degree !== degree
  })
  const [from, to] = [own.rows[row], other.rows[row]]
  return (
    `${own.points} became ${other.points}; "${from?.text}" ` +
    `${from?.status} ${from?.degree} became ${to?.status} ${to?.degree}`
  )
}
