// Runs many worlds in sequence and summarises them.
import type { KnownGap } from './engine/scheduler.ts'
import { type SeedResult, runSeed } from './run-seed.ts'
import type { SimulationOptions } from './simulation-options.ts'

export type SeedsResult = {
  seeds: number
  /** Number of seeds that ran with the production settler. */
  productionSeeds: number
  steps: number
  gaps: ReadonlyMap<KnownGap, number>
  failures: readonly SeedResult[]
}

export type SeedRange = {
  first: number
  count: number
  /** Called after each seed; true ends the run. */
  isEnough?: (seedsDone: number) => boolean
}

const failuresMax = 3

/** A seed alone must reproduce a world, so it also selects the settler. */
export function optionsOf(seed: number): SimulationOptions {
  return { seed, settler: seed % 4 === 0 ? 'production' : 'model', recordsGiveUps: true }
}

export async function runSeeds({ first, count, isEnough = () => false }: SeedRange): Promise<SeedsResult> {
  const gaps = new Map<KnownGap, number>()
  const failures: SeedResult[] = []
  let [seeds, productionSeeds, steps] = [0, 0, 0]
  while (seeds < count && failures.length < failuresMax && !isEnough(seeds)) {
    const options = optionsOf(first + seeds)
    const result = await runSeed(options)
    seeds += 1
    steps += result.steps
    if (options.settler === 'production') productionSeeds += 1
    for (const [gap, times] of result.gaps) gaps.set(gap, (gaps.get(gap) ?? 0) + times)
    if (result.violations.length > 0) failures.push(result)
  }
  return { seeds, productionSeeds, steps, gaps, failures }
}
