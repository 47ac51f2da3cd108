import type { MutantOutcome } from './run-stryker.ts'

/**
 * Repeats the mutants whose tests did not end in time. On a busy machine that says nothing about the mutant, so only those
 * that time out a second time, alone and with more time, keep that status.
 */
export async function rerunTimeouts(
  outcomes: readonly MutantOutcome[],
  rerun: (timedOut: readonly MutantOutcome[]) => Promise<readonly MutantOutcome[]>,
): Promise<MutantOutcome[]> {
  const timedOut = outcomes.filter(({ status }) => status === 'Timeout')
  if (timedOut.length === 0) return [...outcomes]
  const repeated = new Map((await rerun(timedOut)).map((outcome) => [outcome.id, outcome]))
  return outcomes.map((outcome) => {
    if (outcome.status !== 'Timeout') return outcome
    const again = repeated.get(outcome.id)
    if (again?.fileName !== outcome.fileName || again.original !== outcome.original)
      throw new Error(`the mutant ${outcome.id} of ${outcome.fileName} was not repeated`)
    return again
  })
}
