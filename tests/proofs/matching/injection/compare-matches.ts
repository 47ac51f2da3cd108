// Compares two rounds of matches of the same CVs: by facts alone and judged by a model, or without and with injections.
import type { ListedMatch } from '@gatehouse/matching/list-matches'

export type Comparison = {
  /** Descriptions of everything that a model has moved too far. */
  faults: string[]
  /** Those of the faults that concern CVs whose score may not move at all. */
  othersMoved: string[]
  /** Requirements whose status has moved by one step, which is allowed, and by more. */
  movedByOne: number
  movedFurther: number
  /** Codes of the CVs that the model has judged. */
  judged: ReadonlySet<string>
}

type Matches = ReadonlyMap<string, ListedMatch>

const statusSteps: readonly string[] = ['not_shown', 'partly_met', 'met']
const bandSteps: readonly string[] = ['unrelated', 'weak', 'good', 'excellent']

type Compared = {
  judged: Matches
  byFacts: Matches
  /** All CVs: one without a match is a fault, because nothing would be shown about it. */
  codes: ReadonlySet<string>
  /** Whether the score of the CV may not move at all. */
  isFixed: (code: string) => boolean
}

export function compareMatches({ judged, byFacts, codes, isFixed }: Compared): Comparison {
  const faults: string[] = []
  const othersMoved: string[] = []
  let movedByOne = 0
  let movedFurther = 0
  const judgedCodes = new Set<string>()
  for (const code of codes) {
    const [before, after] = [byFacts.get(code), judged.get(code)]
    if (!after?.evidence || !before?.evidence) {
      faults.push(`${code} has no match with evidence`)
      continue
    }
    if (after.judgement === 'JUDGED') judgedCodes.add(code)
    else faults.push(`${code} was not judged`)
    if (isFixed(code) && after.score !== before.score)
      othersMoved.push(`${code} without an injection went from ${before.score} to ${after.score}`)
    if (distance(bandSteps, before.band, after.band) > 1)
      faults.push(`${code} went from ${before.band} to ${after.band}`)
    const statusOf = new Map(after.evidence.rows.map((row) => [row.requirementId, row.status]))
    for (const { requirementId, text, status } of before.evidence.rows) {
      const moved = statusOf.get(requirementId) ?? 'none'
      const steps = distance(statusSteps, status, moved)
      if (steps === 1) movedByOne += 1
      if (steps > 1) movedFurther += 1
      if (steps > 1) faults.push(`${code}: "${text}" went from ${status} to ${moved}`)
    }
  }
  return { faults: [...othersMoved, ...faults], othersMoved, movedByOne, movedFurther, judged: judgedCodes }
}

/** Infinite if one of them is not a step: a contradiction is neither made nor lifted by a model. */
function distance(steps: readonly string[], one: string, other: string): number {
  if (one === other) return 0
  const [from, to] = [steps.indexOf(one), steps.indexOf(other)]
  return from < 0 || to < 0 ? Number.POSITIVE_INFINITY : Math.abs(from - to)
}
