import { type Pass, openScaleSetup } from './scale-setup.ts'
import { type Proof, judged } from '../../proof.ts'

const exponentMax = 0.3
const bestFoundMin = 0.95
const comparedJobs = 20
const figures = ['pairs', 'rows', 'modelCalls', 'ms'] as const
type Figure = (typeof figures)[number]

export const proof: Proof = {
  name: 'match-scale',
  tier: 'night',
  claim:
    'matching a job costs a fixed amount, however many talents there are, and still finds the best of them',
  bar:
    `exponent in the number of talents ≤ ${exponentMax} for pairs, rows and model calls, and in the long form for time; ` +
    `≥ ${bestFoundMin} of the 20 best of an exhaustive comparison at every size`,
  async run({ progress, isShort }) {
    const sizes = isShort ? [1_000, 3_000, 10_000] : [10_000, 100_000, 1_000_000]
    const jobs = isShort ? 10 : 100
    await using setup = await openScaleSetup(jobs)
    const passes: { talents: number; pass: Pass }[] = []
    const bestFound: number[] = []
    for (const talents of sizes) {
      await setup.growTo(talents)
      progress(`${talents} talents are in the index`)
      // The first pass fills the caches; the fastest pass is the one least disturbed.
      const tries: Pass[] = []
      for (let attempt = 0; attempt < (isShort ? 1 : 3); attempt += 1) tries.push(await setup.pass())
      const pass = tries.reduce((best, one) => (one.ms < best.ms ? one : best))
      passes.push({ talents, pass })
      progress(describe(talents, pass))
      const found = await setup.compareWithAll(Math.min(jobs, comparedJobs))
      bestFound.push(mean(found))
      progress(
        `  of the 20 best of all talents ${mean(found).toFixed(3)} are found (${found.length} jobs, worst ${Math.min(...found).toFixed(2)})`,
      )
    }
    const exponents = Object.fromEntries(
      figures.map((figure) => [
        figure,
        fitExponent(passes.map(({ talents, pass }) => ({ size: talents, cost: pass[figure] }))),
      ]),
    ) as Record<Figure, number>
    const judgedFigures = isShort ? figures.filter((figure) => figure !== 'ms') : figures
    const last = passes.at(-1)
    return judged({
      figure:
        `${jobs} jobs over ${sizes.join(', ')} talents: exponents ` +
        figures.map((figure) => `${figure} ${exponents[figure].toFixed(2)}`).join(', ') +
        (last ? `; ${(last.pass.ms / jobs).toFixed(1)} ms, ${last.pass.pairs / jobs} pairs per job` : '') +
        `; of the 20 best found ${bestFound.map((share) => share.toFixed(3)).join(', ')}`,
      isPassed:
        judgedFigures.every((figure) => exponents[figure] <= exponentMax) &&
        bestFound.every((share) => share >= bestFoundMin),
    })
  },
  async tryTools(scope) {
    const setup = scope.use(await openScaleSetup(2))
    await setup.growTo(200)
    const { pairs } = await setup.pass()
    if (pairs === 0) throw new Error('no pair was scored')
    await setup.compareWithAll(1)
  },
}

function describe(talents: number, { jobs, pairs, rows, modelCalls, ms }: Pass): string {
  const each = (value: number) => (value / jobs).toFixed(1)
  return (
    `${talents} talents, ${jobs} jobs: ${pairs} pairs scored (of ${talents * jobs}), ${rows} rows, ` +
    `${modelCalls} model calls, ${each(ms)} ms per job`
  )
}

/** Slope of the least-squares line through the logarithms: cost ∝ size^slope. */
function fitExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }))
  const meanOf = (of: (log: { x: number; y: number }) => number) => mean(logs.map(of))
  const [meanX, meanY] = [meanOf(({ x }) => x), meanOf(({ y }) => y)]
  return meanOf(({ x, y }) => (x - meanX) * (y - meanY)) / meanOf(({ x }) => (x - meanX) ** 2)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
