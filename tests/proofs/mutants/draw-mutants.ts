import { createHash } from 'node:crypto'

type Place = { line: number; column: number }

/** A change of one place in the code, as Stryker describes it. */
export type Mutant = {
  id: string
  /** Relative to the repository. */
  fileName: string
  mutatorName: string
  replacement: string
  location: { start: Place; end: Place }
}

/** Reason that the report gives for a mutant that was not drawn. */
export const notDrawn = 'not drawn'

/**
 * The first mutants in the order of a hash of seed and mutant. A change elsewhere in the code adds or removes single
 * mutants and leaves the order of the others as it is.
 */
export function drawMutants<T extends Mutant>(
  mutants: readonly T[],
  draw: { seed: string; count: number },
): T[] {
  return mutants
    .map((mutant) => ({ mutant, place: placeOf(mutant, draw.seed) }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .slice(0, draw.count)
    .map(({ mutant }) => mutant)
}

function placeOf(
  { fileName, mutatorName, replacement, location: { start, end } }: Mutant,
  seed: string,
): string {
  const range = [start.line, start.column, end.line, end.column].join(':')
  return createHash('sha256')
    .update([seed, fileName, mutatorName, replacement, range].join('\n'))
    .digest('hex')
}
