import { runSeed } from '../run-seed.ts'
import type { PlantedBug } from './planted-bug.ts'

export type FoundBug = {
  seed: number
  /** Steps of all worlds up to the violation. */
  steps: number
  violation: string
}

/** Runs worlds with the bug until one has a violation that it does not have without the bug; undefined if none has. */
export async function findBug(bug: PlantedBug, seedsMax: number): Promise<FoundBug | undefined> {
  let steps = 0
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const result = await runSeed({ seed, bug })
    steps += result.steps
    const [violation] = result.violations
    if (violation === undefined) continue
    const { violations } = await runSeed({ seed })
    if (violations.length === 0) return { seed, steps, violation }
  }
  return undefined
}
