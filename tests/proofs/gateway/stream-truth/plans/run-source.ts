import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import type { Random } from '../../../kit/seeded-random.ts'
import type { Run } from '../run.ts'

export type UnnamedRun = Omit<Run, 'name'>

/**
 * `always`: runs without which a row of the truth table might not occur. `all`: runs of every kind and position.
 * `another`: makes a random run.
 */
export type RunSource = {
  always: readonly UnnamedRun[]
  all: readonly UnnamedRun[]
  another: () => UnnamedRun
}

/** Random token counts from wide ranges, so that one is unlikely to equal another. */
export function randomUsage(random: Random): NonNullable<NonNullable<FaultPlan['usage']>['exact']> {
  const promptTokens = random.integer(1, 40_000)
  const completionTokens = random.integer(1, 9_000)
  return { promptTokens, completionTokens, cachedTokens: random.integer(0, promptTokens) }
}
