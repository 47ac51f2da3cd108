import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { runSeed } from './run-seed.ts'
import { optionsOf, runSeeds } from './run-seeds.ts'

const givenSeed = process.env['SEED']

test('worlds full of faults come to rest without a violation', { timeout: 60_000 }, async () => {
  const range = givenSeed ? { first: Number(givenSeed), count: 1 } : { first: 1, count: 400 }
  const { failures, steps, seeds } = await runSeeds(range)
  expect(failures.map(describeFailure)).toEqual([])
  if (!givenSeed) expect(steps / seeds).toBeGreaterThan(150)
})

test.each(['model', 'production'] as const)(
  'a seed tells the same story every time, with the %s settler',
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

test('two seeds tell two stories', async () => {
  const [first, second] = [await runSeed(optionsOf(1)), await runSeed(optionsOf(2))]
  expect(second.log).not.toEqual(first.log)
})

test('a failure names its seed, its step, its last events and how to see it again', async () => {
  const options = { ...optionsOf(1), settler: 'model', bug: 'tells-done-before-commit' } as const
  const told = describeFailure(await runSeed(options))
  expect(told).toMatch(/^seed 1 fails at step \d+:\n {2}c\d+ saw \[DONE\]/)
  expect(told).toMatch(/\n {2}step \d+ at \d+ ms, /)
  expect(told).toContain('SEED=1 pnpm exec vitest run')
  expect(describeFailure(await runSeed(options))).toBe(told)
})

test(
  'a process that notes in the hold what it may owe leaves no debt behind',
  { timeout: 60_000 },
  async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const result = await runSeed({ seed, settler: 'model', notesGiveUps: true })
      expect(result.violations, describeFailure(result)).toEqual([])
    }
  },
)
