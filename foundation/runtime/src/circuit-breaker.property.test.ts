import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Permit, createCircuitBreaker } from './circuit-breaker.ts'

// A second, naive description of the same rules: it looks at the whole history at every step.
type Step =
  | { kind: 'call' }
  | { kind: 'report'; which: number; isSuccess: boolean }
  | { kind: 'wait'; ms: number }
  | { kind: 'jump'; ms: number }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ kind: 'call' }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('report' as const),
        which: fc.nat(20),
        isSuccess: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 70_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('jump' as const), ms: fc.integer({ min: -9e6, max: 9e6 }) }),
    },
  ),
  { minLength: 20, maxLength: 200 },
)

test('in any history: no call while open, one test at a time, open only after five failures in a row', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const clock = createFakeClock()
      const waiting: Permit[] = []
      let failuresSinceChange = 0
      let testsInHand = 0
      const breaker = createCircuitBreaker({
        name: 'x',
        clock,
        onTransition(from, to) {
          if (from === 'closed' && to === 'open') expect(failuresSinceChange).toBeGreaterThanOrEqual(5)
          failuresSinceChange = 0
          testsInHand = 0
        },
      })
      for (const step of history) {
        if (step.kind === 'wait') await clock.advance(step.ms)
        if (step.kind === 'jump') clock.jumpWall(step.ms)
        if (step.kind === 'call') {
          const state = breaker.state()
          const permit = breaker.tryAcquire()
          if (state === 'closed') expect(permit).toBeDefined()
          if (state === 'open') expect(permit).toBeUndefined()
          if (state === 'half-open' && permit) testsInHand += 1
          expect(testsInHand).toBeLessThanOrEqual(1)
          if (permit) waiting.push(permit)
        }
        if (step.kind === 'report' && waiting.length > 0) {
          const [permit] = waiting.splice(step.which % waiting.length, 1)
          breaker.state()
          if (!step.isSuccess) failuresSinceChange += 1
          if (step.isSuccess) permit?.succeed()
          else permit?.fail()
        }
      }
    }),
    { numRuns: 1_000 },
  )
})
