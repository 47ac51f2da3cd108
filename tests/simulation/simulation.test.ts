import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { runSeed } from './run-seed.ts'
import { optionsOf, runSeeds } from './run-seeds.ts'

const givenSeed = process.env['SEED']

test('worlds full of faults become idle without a violation', { timeout: 60_000 }, async () => {
  const range = givenSeed ? { first: Number(givenSeed), count: 1 } : { first: 1, count: 400 }
  const { failures, steps, seeds } = await runSeeds(range)
  expect(failures.map(describeFailure)).toEqual([])
  if (!givenSeed) expect(steps / seeds).toBeGreaterThan(150)
})

test.each(['model', 'production'] as const)(
  'a seed always produces the same log, with the %s settler',
  { timeout: 60_000 },
  async (settler) => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const options = { ...optionsOf(seed), settler }
      const [first, second] = [await runSeed(options), await runSeed(options)]
      expect(second.log.join('\n')).toBe(first.log.join('\n'))
      expect(second.steps).toBe(first.steps)
    }
  },
)

test('two seeds produce different logs', async () => {
  const [first, second] = [await runSeed(optionsOf(1)), await runSeed(optionsOf(2))]
  expect(second.log).not.toEqual(first.log)
})

test('a failure names its seed, its step, its last events and how to reproduce it', async () => {
  const options = { ...optionsOf(1), settler: 'model', bug: 'sends-done-before-commit' } as const
  const described = describeFailure(await runSeed(options))
  expect(described).toMatch(/^seed 1 fails at step \d+:\n {2}c\d+ saw \[DONE\]/)
  expect(described).toMatch(/\n {2}step \d+ at \d+ ms, /)
  expect(described).toContain('SEED=1 pnpm exec vitest run')
  expect(describeFailure(await runSeed(options))).toBe(described)
})

test(
  'a process that records in the hold what it may owe leaves no debt behind',
  { timeout: 60_000 },
  async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const result = await runSeed({ seed, settler: 'model', recordsGiveUps: true })
      expect(result.violations, describeFailure(result)).toEqual([])
    }
  },
)
