import type { FaultPlan } from '@gatehouse/testkit/provider-sim'
import type { Random } from '../settle/crash/seeded-random.ts'
import type { Run } from './run.ts'

export type UnnamedRun = Omit<Run, 'name'>

/** Those without which a row of the table might not be met, those of every kind and place, and others. */
export type RunSource = {
  always: readonly UnnamedRun[]
  all: readonly UnnamedRun[]
  another: () => UnnamedRun
}

/** Numbers of which none could be mistaken for another's. */
export function randomUsage(random: Random): NonNullable<NonNullable<FaultPlan['usage']>['exact']> {
  const promptTokens = random.integer(1, 40_000)
  const completionTokens = random.integer(1, 9_000)
  return { promptTokens, completionTokens, cachedTokens: random.integer(0, promptTokens) }
}
