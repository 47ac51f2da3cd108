import { describeFailure } from '../../simulation/describe-failure.ts'
import { runSeeds } from '../../simulation/run-seeds.ts'
import { type Proof, judged } from '../proof.ts'

const seedsMin = 2_000
const shortSeeds = 2_400
const longSeeds = 50_000
const longMs = 600_000
const reportEverySeeds = 1_000

export const proof: Proof = {
  name: 'simulate',
  tier: 'push',
  claim:
    'in simulated histories with crashes, losses, duplicates and delays, no call is charged twice, without an answer, or not at all, apart from known gaps',
  bar: `0 violations, ≥ ${seedsMin.toLocaleString('en')} seeds in CI`,
  async run({ isShort, progress }) {
    // The same seeds, and so the same worlds, on every machine, unless SEED sets another first seed.
    const first = Number(process.env['SEED'] ?? 1)
    const startedMs = performance.now()
    const { seeds, productionSeeds, steps, gaps, failures } = await runSeeds({
      first,
      count: isShort ? shortSeeds : longSeeds,
      isEnough: (done) => {
        if (done > 0 && done % reportEverySeeds === 0) progress(`${done} seeds`)
        return !isShort && performance.now() - startedMs > longMs
      },
    })
    const seconds = (performance.now() - startedMs) / 1_000
    for (const failure of failures) console.log(describeFailure(failure))
    const known = [...gaps].map(([gap, times]) => `${gap} ${times}×`).sort()
    return judged({
      figure:
        `${seeds} seeds from ${first} (${productionSeeds} with the production settler), ${steps} steps, ` +
        `${Math.round(steps / seconds)} steps/s, ${failures.length} violations; ` +
        `known gaps, not counted: ${known.join(', ') || 'none'}`,
      isPassed: failures.length === 0 && seeds >= seedsMin,
    })
  },
}
