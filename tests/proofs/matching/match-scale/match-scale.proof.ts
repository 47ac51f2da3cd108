import { type Pass, openScaleSetup } from './scale-setup.ts'
import { type Proof, judged } from '../../proof.ts'

const exponentMax = 0.3
const figures = ['pairs', 'rows', 'modelCalls', 'ms'] as const
type Figure = (typeof figures)[number]

export const proof: Proof = {
  name: 'match-scale',
  tier: 'night',
  claim: 'matching all jobs costs a fixed amount for each job, however many talents there are',
  bar: `exponent in the number of talents ≤ ${exponentMax} for pairs, rows and model calls, and in the long form for time`,
  async run({ progress, isShort }) {
    const sizes = isShort ? [1_000, 3_000, 10_000] : [10_000, 100_000, 1_000_000]
    const jobs = isShort ? 10 : 100
    await using setup = await openScaleSetup(jobs)
    const passes: { talents: number; pass: Pass }[] = []
    for (const talents of sizes) {
      await setup.growTo(talents)
      progress(`${talents} talents are in the index`)
      // The first pass fills the caches; the fastest pass is the one least disturbed.
      const tries: Pass[] = []
      for (let attempt = 0; attempt < (isShort ? 1 : 3); attempt += 1) tries.push(await setup.pass())
      const pass = tries.reduce((best, one) => (one.ms < best.ms ? one : best))
      passes.push({ talents, pass })
      progress(describe(talents, pass))
      const compared = isShort && talents > 1_000 ? [] : [0, 1, 2].slice(0, talents > 100_000 ? 2 : 3)
      const ratios: number[] = []
      for (const job of compared) ratios.push(await setup.compareWithAll(job))
      if (ratios.length > 0)
        progress(
          `  ten best found relative to the ten best of all talents: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}`,
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
        (last ? `; ${(last.pass.ms / jobs).toFixed(1)} ms, ${last.pass.pairs / jobs} pairs per job` : ''),
      isPassed: judgedFigures.every((figure) => exponents[figure] <= exponentMax),
    })
  },
  async tryTools(scope) {
    const setup = scope.use(await openScaleSetup(2))
    await setup.growTo(200)
    const { pairs } = await setup.pass()
    if (pairs === 0) throw new Error('no pair was scored')
    await setup.compareWithAll(0)
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
  const mean = (of: (log: { x: number; y: number }) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  return mean(({ x, y }) => (x - meanX) * (y - meanY)) / mean(({ x }) => (x - meanX) ** 2)
}
