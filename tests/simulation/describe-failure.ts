import type { SeedResult } from './run-seed.ts'

const eventsShown = 30

/** Everything that is needed to understand a failure and to reproduce it. */
export function describeFailure({ seed, steps, violations, log }: SeedResult): string {
  return [
    `seed ${seed} fails at step ${steps}:`,
    ...violations.map((violation) => `  ${violation}`),
    `the last ${Math.min(eventsShown, log.length)} of ${log.length} events:`,
    ...log.slice(-eventsShown).map((line) => `  ${line}`),
    `to reproduce: SEED=${seed} pnpm exec vitest run --project integration tests/simulation/simulation.test.ts`,
  ].join('\n')
}
