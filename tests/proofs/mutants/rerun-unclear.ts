import type { MutantOutcome } from './run-stryker.ts'

/**
 * Repeats the mutants whose tests did not end in time, or could not be loaded. On a busy machine that says nothing about the
 * mutant, so only those to which the same happens a second time, alone and with more time, keep that status.
 */
export async function rerunUnclear(
  outcomes: readonly MutantOutcome[],
  rerun: (unclear: readonly MutantOutcome[]) => Promise<readonly MutantOutcome[]>,
): Promise<MutantOutcome[]> {
  const unclear = outcomes.filter(isUnclear)
  if (unclear.length === 0) return [...outcomes]
  const repeated = new Map((await rerun(unclear)).map((outcome) => [outcome.id, outcome]))
  return outcomes.map((outcome) => {
    if (!isUnclear(outcome)) return outcome
    const again = repeated.get(outcome.id)
    if (again?.fileName !== outcome.fileName || again.original !== outcome.original)
      throw new Error(`the mutant ${outcome.id} of ${outcome.fileName} was not repeated`)
    return again
  })
}

function isUnclear({ status }: MutantOutcome): boolean {
  return status === 'Timeout' || status === 'RuntimeError'
}
