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

/** The first `count` in the order of `seed`, or those with the given ids, which are the same in every run on the same code. */
export type Draw =
  | {
      seed: string
      count: number
      /** Places of mutants that count as killed without being tried. */
      killed?: readonly string[]
    }
  | { only: readonly string[] }

/** Reason that the report gives for a mutant that was not drawn. */
export const notDrawn = 'not drawn'
/** Reason that the report gives for a mutant that was drawn and is not tried, because an earlier run killed it. */
export const killedEarlier = 'killed earlier'

/**
 * With a seed: the first mutants in the order of a hash of seed and mutant. A change elsewhere in the code adds or removes single
 * mutants and leaves the order of the others as it is.
 */
export function drawMutants<T extends Mutant>(mutants: readonly T[], draw: Draw): T[] {
  if ('only' in draw) return mutants.filter(({ id }) => draw.only.includes(id))
  return mutants
    .map((mutant) => ({ mutant, place: placeOf(mutant, draw.seed) }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .slice(0, draw.count)
    .map(({ mutant }) => mutant)
}

/** Identifies the mutant in every run, as long as its file is unchanged. */
export function placeOf(
  { fileName, mutatorName, replacement, location: { start, end } }: Mutant,
  seed = '',
): string {
  const range = [start.line, start.column, end.line, end.column].join(':')
  return createHash('sha256')
    .update([seed, fileName, mutatorName, replacement, range].join('\n'))
    .digest('hex')
}
