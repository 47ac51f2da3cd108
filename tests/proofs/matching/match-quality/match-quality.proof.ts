import { findLabelledSets } from '../../kit/labelled-data.ts'
import { readLeakageJobs, readPairs, readRankingSet } from './labelled-sets.ts'
import { measureLeakage } from './measure-leakage.ts'
import {
  type ByPart,
  type ChangeText,
  accuracyByPart,
  ndcgByPart,
  type ScoredJob,
  preparePairs,
  prepareRanking,
} from './measure-ranking.ts'
import { measureRecall } from './measure-recall.ts'
import { swaps } from './swap-identity.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'

const ndcgMin = 0.92
const accuracyMin = 0.93

export const proof: Proof = {
  name: 'match-quality',
  tier: 'push',
  claim:
    'without a model, matches are ranked better than by words alone, reproducibly, and independently of who the talents are',
  bar:
    `nDCG@10 ≥ ${ndcgMin} and pairwise ≥ ${accuracyMin}, overall and held out, no worst job in the top 10, ` +
    'identical bytes when repeated, no score changed by a swap',
  async run({ progress, isShort }) {
    const folder = await findLabelledSets()
    if (!folder) return notMeasured('the labelled sets are missing: set LABELLED_DATA to their folder')
    const set = await readRankingSet(folder)
    const pairs = (await readPairs(folder)).slice(0, isShort ? 200 : undefined)
    const [rank, scorePairs] = [prepareRanking(set), preparePairs(pairs)]
    const scoreAll = (change?: ChangeText) => ({ ranking: rank(change), pairs: scorePairs(change) })

    const scored = scoreAll()
    const ndcg = ndcgByPart(set, scored.ranking)
    progress(`nDCG@10 of ${set.jobs.length} jobs and ${set.talents.length} CVs: ${describe(ndcg)}`)
    const accuracy = accuracyByPart(scored.pairs)
    progress(`pairwise accuracy of ${pairs.length} pairs: ${describe(accuracy)}`)
    const recall = isShort ? undefined : await measureRecall(set)
    if (recall) progress(`recall@150 of the retrieval in Postgres: ${describe(recall)}`)
    const leakage = measureLeakage(await readLeakageJobs(folder))
    progress(
      `one person, 100 jobs: ${leakage.worstInTop10} of the worst and ${leakage.bestInTop10} of the best in the top 10, ` +
        `best above worst ${(leakage.bestAboveWorst * 100).toFixed(1)} %`,
    )
    const isRepeatable = JSON.stringify(scoreAll()) === JSON.stringify(scored)
    progress(isRepeatable ? 'two runs are identical to the byte' : 'two runs differ')
    const changed: string[] = []
    for (const [name, change] of isShort ? [allAtOnce] : Object.entries(swaps)) {
      const swapped = scoreAll(change)
      const isSame = JSON.stringify(inOrderOfId(swapped)) === JSON.stringify(inOrderOfId(scored))
      if (!isSame) changed.push(name)
      progress(`swapped ${name}: ${isSame ? 'no score changed' : 'scores CHANGED'}`)
    }
    const isGood =
      Math.min(ndcg.all, ndcg['held out']) >= ndcgMin &&
      Math.min(accuracy.all, accuracy['held out']) >= accuracyMin &&
      leakage.worstInTop10 === 0
    return judged({
      figure:
        `nDCG@10 ${describe(ndcg)}; pairwise ${describe(accuracy)}; ${recall ? `recall@150 ${describe(recall)}; ` : ''}${leakage.worstInTop10} worst jobs in the top 10; ` +
        `${isRepeatable ? 'repeatable' : 'NOT repeatable'}; ` +
        (changed.length === 0 ? 'blind to every swap' : `CHANGED by ${changed.join(', ')}`),
      isPassed: isGood && isRepeatable && changed.length === 0,
    })
  },
}

const allAtOnce: [string, ChangeText] = [
  Object.keys(swaps).join(', '),
  (text) => Object.values(swaps).reduce((changed, swap) => swap(changed), text),
]

/** Sorts by id, so that a changed score shows and a changed order among ties does not. */
function inOrderOfId({ ranking, pairs }: { ranking: readonly ScoredJob[]; pairs: unknown }) {
  const sort = (ranked: ScoredJob['ranked']) => ranked.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { ranking: ranking.map(({ id, ranked }) => ({ id, ranked: sort(ranked) })), pairs }
}

function describe(value: ByPart): string {
  const [all, tuned, heldOut] = [value.all, value.tuned, value['held out']].map((one) => one.toFixed(3))
  return `${all} (first part ${tuned}, held out ${heldOut})`
}
