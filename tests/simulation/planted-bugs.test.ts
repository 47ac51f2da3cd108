// A simulation that finds nothing could be blind, so bugs are planted one at a time, and it must find each of them.
import { expect, test } from 'vitest'
import { type PlantedBug, plantedBugs } from './planted-bug.ts'
import { runSeed } from './run-seed.ts'

const seedsMax = 1_500

test.each(Object.entries(plantedBugs))('the simulation detects %s: %s', { timeout: 60_000 }, async (name) => {
  const bug = name as PlantedBug
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await runSeed({ seed, settler: 'model', recordsGiveUps: true, bug })
    if (violations.length === 0) continue
    // The same seed without the bug is sound, so the bug is what was found.
    const sound = await runSeed({ seed, settler: 'model', recordsGiveUps: true })
    expect(sound.violations).toEqual([])
    return
  }
  expect.fail(`${seedsMax} seeds did not find it`)
})
