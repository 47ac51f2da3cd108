import { findLabelledSets } from '../../kit/labelled-data.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { readLeakageJobs, readPairs, readRankingSet } from './labelled-sets.ts'
import { measureLeakage } from './measure-leakage.ts'
import {
  type ByPart,
  type RankedValue,
  accuracyByPart,
  meanByPart,
  ndcgOfJobs,
  preparePairs,
  prepareRanking,
  rankByWords,
  scorePairsByWords,
} from './measure-ranking.ts'
import { measureRecall } from './measure-recall.ts'
import { intervalOfMean } from './rank-metrics.ts'
import { measureWritten } from './written-pairs.ts'

const writtenMin = 0.9
const ndcgMin = 0.92
const accuracyMin = 0.95
// Among 200 pairs one mistake is half a per cent, so chance alone moves the short form by more than the margin.
const accuracyMinShort = 0.93
// What the same ten jobs measured before postings, profiles and concepts were read.
const earlierNdcg = 0.947

export const proof: Proof = {
  name: 'match-quality',
  tier: 'daily',
  claim: 'without a model, matches are ranked better than by words alone, and reproducibly',
  bar:
    `pairwise ≥ ${writtenMin} over the pairs of written CVs, overall and held out, above BM25, identical bytes when repeated; in the labelled ` +
    `sets from outside, if they are there, nDCG@10 ≥ ${ndcgMin} over the ten jobs; pairwise ≥ ${accuracyMin} over 1,000 pairs (short: ≥ ${accuracyMinShort} ` +
    'over 200), overall and held out; both above BM25, no worst job in the top 10, identical bytes when repeated',
  async run(context) {
    const written = await measureWritten(context.isShort)
    if (written.pairs === 0) return notMeasured('the pairs of written CVs are missing')
    const { accuracy, words, interval, isRepeatable } = written
    const isGood = Math.min(accuracy.all, accuracy['held out']) >= writtenMin && accuracy.all > words.all
    const figure =
      `written CVs: pairwise ${describe(accuracy)} over ${written.pairs} pairs, 95 % interval ${interval.low.toFixed(3)}–${interval.high.toFixed(3)}, ` +
      `BM25 ${words.all.toFixed(3)}, ${isRepeatable ? 'repeatable' : 'NOT repeatable'}`
    context.progress(figure)
    const folder = await findLabelledSets()
    const outside = folder
      ? await measureOutside(context, folder)
      : { figure: 'no labelled sets', isPassed: true }
    return judged({
      figure: `${figure}; outside: ${outside.figure}`,
      isPassed: isGood && isRepeatable && outside.isPassed,
    })
  },
}

/** The labelled sets have their own licences and are not part of the repository. */
async function measureOutside({ progress, isShort }: ProofContext, folder: URL) {
  const set = await readRankingSet(folder)
  const pairs = (await readPairs(folder)).slice(0, isShort ? 200 : undefined)
  const [rank, scorePairs] = [prepareRanking(set), preparePairs(pairs)]
  const scoreAll = () => ({ ranking: rank(), pairs: scorePairs() })

  const scored = scoreAll()
  const ndcgs = ndcgOfJobs(set, scored.ranking)
  const [ndcg, wordsNdcg] = [meanByPart(ndcgs), meanByPart(ndcgOfJobs(set, rankByWords(set)))]
  progress(
    `nDCG@10 of ${set.jobs.length} jobs and ${set.talents.length} CVs: ${describe(ndcg)}, ${describeInterval(ndcgs)}; ` +
      `BM25 ${describe(wordsNdcg)}; earlier ${earlierNdcg}`,
  )
  const [accuracy, wordsAccuracy] = [accuracyByPart(scored.pairs), accuracyByPart(scorePairsByWords(pairs))]
  progress(
    `pairwise accuracy of ${pairs.length} pairs: ${describe(accuracy)}; BM25 ${describe(wordsAccuracy)}`,
  )
  const recall = isShort ? undefined : await measureRecall(set)
  if (recall) progress(`recall@150 of the retrieval in Postgres: ${describe(recall)}`)
  const leakage = measureLeakage(await readLeakageJobs(folder))
  progress(
    `one person, 100 jobs: ${leakage.worstInTop10} of the worst and ${leakage.bestInTop10} of the best in the top 10, ` +
      `best above worst ${(leakage.bestAboveWorst * 100).toFixed(1)} %`,
  )
  const isRepeatable = JSON.stringify(scoreAll()) === JSON.stringify(scored)
  progress(isRepeatable ? 'two runs are identical to the byte' : 'two runs differ')
  const isGood =
    ndcg.all >= ndcgMin &&
    Math.min(accuracy.all, accuracy['held out']) >= (isShort ? accuracyMinShort : accuracyMin) &&
    ndcg.all > wordsNdcg.all &&
    accuracy.all > wordsAccuracy.all &&
    leakage.worstInTop10 === 0
  return {
    figure:
      `nDCG@10 ${describe(ndcg)}, ${describeInterval(ndcgs)}, earlier ${earlierNdcg}, BM25 ${wordsNdcg.all.toFixed(3)}; ` +
      `pairwise ${describe(accuracy)} over ${pairs.length} pairs, BM25 ${wordsAccuracy.all.toFixed(3)}; ` +
      `${recall ? `recall@150 ${describe(recall)}; ` : ''}${leakage.worstInTop10} worst jobs in the top 10; ` +
      (isRepeatable ? 'repeatable' : 'NOT repeatable'),
    isPassed: isGood && isRepeatable,
  }
}

function describe(value: ByPart): string {
  const [all, tuned, heldOut] = [value.all, value.tuned, value['held out']].map((one) => one.toFixed(3))
  return `${all} (first part ${tuned}, held out ${heldOut})`
}

function describeInterval(values: readonly RankedValue[]): string {
  const { low, high } = intervalOfMean(values.map(({ value }) => value))
  return `95 % interval ${low.toFixed(3)}–${high.toFixed(3)}`
}
