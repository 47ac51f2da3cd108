// A simulation that finds nothing could be blind, so bugs are planted one at a time. `pnpm prove simulate` plants all of
// them; here are a few that are found quickly, of each kind.
import { expect, test } from 'vitest'
import { findBug } from './bugs/find-bug.ts'
import { plantedBugs } from './bugs/planted-bugs.ts'
import { runSeed } from './run-seed.ts'

const quicklyFound = [
  'settles-known-calls-again',
  'sends-done-before-commit',
  'holds-nothing',
  'ignores-budgets',
  'never-returns-leases',
  'applies-without-transaction',
]

test.each(quicklyFound)('the simulation detects %s', { timeout: 60_000 }, async (name) => {
  const bug = plantedBugs[name]
  if (!bug) return expect.fail('there is no such bug')
  const found = await findBug(bug, 50)
  expect(found).toBeDefined()
  // The same seed without the bug is sound, so the bug is what was found.
  const sound = await runSeed({ seed: found?.seed ?? 0 })
  expect(sound.violations).toEqual([])
})
