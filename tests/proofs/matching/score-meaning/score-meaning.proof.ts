import { type Band, bands } from '@gatehouse/matching/match-score'
import { createScorer } from '@gatehouse/matching/score-match'
import { type Proof, judged } from '../../proof.ts'
import { type GradedPair, gradePairs, halves } from './grade-pairs.ts'
import { improveTalent } from './improve-talent.ts'

const bandShareMin = 0.9
const reasonShareMin = 0.95
const pairsMin = 300

export const proof: Proof = {
  name: 'score-meaning',
  tier: 'night',
  claim:
    'a score means what its band says, names the requirement that decided it, and never falls with better evidence',
  bar:
    `≥ ${pairsMin} graded pairs; in both halves ≥ ${bandShareMin} in the right band; right reason in ≥ ${reasonShareMin}; ` +
    'no improvement lowers a score; identical bytes when repeated',
  async run({ progress, isShort }) {
    const pairs = await gradePairs()
    const shares = new Map(halves.map((half) => [half, measure(pairs.filter((one) => one.half === half))]))
    for (const half of halves) {
      const of = pairs.filter((one) => one.half === half)
      progress(`${half}: ${describe(shares.get(half))} of ${of.length} pairs; by language ${byLanguage(of)}`)
      for (const line of confusion(of)) progress(`  ${line}`)
    }
    // The pairs that were used for tuning may be looked at; the others only count.
    for (const { id, band, score, isReasonRight } of pairs.filter(({ half }) => half === 'tuned'))
      if (band !== score.band || !isReasonRight)
        progress(`  ${id}: ${score.band} instead of ${band}${isReasonRight ? '' : ', another reason'}`)
    const improved = tryImprovements(pairs, isShort ? 20_000 : 100_000)
    progress(`${improved.tried} improvements: ${improved.lowered} lowered a score`)
    const isRepeatable = JSON.stringify(await gradePairs()) === JSON.stringify(pairs)
    const all = measure(pairs)
    const isMeaningful = halves.every((half) => (shares.get(half)?.band ?? 0) >= bandShareMin)
    return judged({
      figure:
        `right band ${halves.map((half) => `${format(shares.get(half)?.band)} (${half})`).join(', ')} of ${pairs.length} pairs; ` +
        `right reason ${format(all?.reason)} (held-out ${format(shares.get('held-out')?.reason)}); ` +
        `${improved.lowered} of ${improved.tried} improvements lowered a score; ${isRepeatable ? 'repeatable' : 'NOT repeatable'}`,
      isPassed:
        pairs.length >= pairsMin &&
        isMeaningful &&
        (all?.reason ?? 0) >= reasonShareMin &&
        improved.lowered === 0 &&
        isRepeatable,
    })
  },
  async tryTools() {
    const [first] = await gradePairs()
    if (!first) throw new Error('there are no graded pairs')
  },
}

type Shares = { band: number; reason: number }

/** Undefined without pairs: what was not measured has no share. */
function measure(pairs: readonly GradedPair[]): Shares | undefined {
  if (pairs.length === 0) return undefined
  const share = (isRight: (pair: GradedPair) => boolean) => pairs.filter(isRight).length / pairs.length
  return { band: share((pair) => pair.score.band === pair.band), reason: share((pair) => pair.isReasonRight) }
}

function describe(shares: Shares | undefined): string {
  return `right band ${format(shares?.band)}, right reason ${format(shares?.reason)}`
}

function format(share: number | undefined): string {
  return share?.toFixed(3) ?? 'not measured'
}

function byLanguage(pairs: readonly GradedPair[]): string {
  const groups = Map.groupBy(pairs, ({ id }) => id.slice(0, 2))
  return [...groups].map(([language, some]) => `${language} ${measure(some)?.band.toFixed(2)}`).join(', ')
}

/** How many pairs of each band got which one. */
function confusion(pairs: readonly GradedPair[]): string[] {
  const count = (band: Band, got: Band) =>
    pairs.filter((pair) => pair.band === band && pair.score.band === got).length
  return bands.map((band) => `${band}: ${bands.map((got) => `${got} ${count(band, got)}`).join(', ')}`)
}

function tryImprovements(pairs: readonly GradedPair[], count: number): { tried: number; lowered: number } {
  const choose = createChoice(14)
  const scorers = new Map(pairs.map(({ job }) => [job, createScorer(job)]))
  let [tried, lowered] = [0, 0]
  while (tried < count) {
    const pair = pairs[choose(pairs.length)]
    const better = pair && improveTalent(pair.talent, pair.job, choose)
    if (!better) continue
    tried += 1
    if ((scorers.get(pair.job)?.(better).points ?? 0) < pair.score.points) lowered += 1
  }
  return { tried, lowered }
}

/** A small seeded generator (xorshift), so that every run makes the same choices. */
function createChoice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
