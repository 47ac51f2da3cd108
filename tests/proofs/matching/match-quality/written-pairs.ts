// The jobs and CVs that were written for this project, as pairs of two CVs for one job, of which a person put one into a
// higher band. Everyone who has the repository can measure with them.
import { bands } from '@gatehouse/matching/match-score'
import { readWrittenJobs } from '../score-meaning/grade-pairs.ts'
import type { Pair } from './labelled-sets.ts'
import {
  type ByPart,
  type ScoredPair,
  accuracyByPart,
  preparePairs,
  scorePairsByWords,
} from './measure-ranking.ts'
import { intervalOfMean, mean } from './rank-metrics.ts'

/** Every sixth job in the short form. */
const shortStep = 6

async function readWrittenPairs(isShort: boolean): Promise<Pair[]> {
  const jobs = (await readWrittenJobs()).filter((_, index) => !isShort || index % shortStep === 0)
  return jobs.flatMap(({ half, name, written: { job, talents } }) =>
    talents.flatMap((better) =>
      talents
        .filter((worse) => bands.indexOf(better.band) > bands.indexOf(worse.band))
        .map((worse) => ({
          id: name,
          job,
          better: better.cv,
          worse: worse.cv,
          part: half === 'tuned' ? ('tuned' as const) : ('held out' as const),
        })),
    ),
  )
}

export type WrittenResult = {
  pairs: number
  accuracy: ByPart
  words: ByPart
  interval: { low: number; high: number }
  isRepeatable: boolean
}

export async function measureWritten(isShort: boolean): Promise<WrittenResult> {
  const pairs = await readWrittenPairs(isShort)
  const score = preparePairs(pairs)
  const scored = score()
  return {
    pairs: pairs.length,
    accuracy: accuracyByPart(scored),
    words: accuracyByPart(scorePairsByWords(pairs)),
    interval: intervalOfMean(sharesOfJobs(scored)),
    isRepeatable: JSON.stringify(score()) === JSON.stringify(scored),
  }
}

/** The pairs of one job are not independent, so the interval is that of the jobs. */
function sharesOfJobs(scored: readonly ScoredPair[]): number[] {
  const byJob = Map.groupBy(scored, ({ id }) => id)
  return [...byJob.values()].map((own) => mean(own.map(({ better, worse }) => (better > worse ? 1 : 0))))
}
