import type { AcceptedSurvivor } from './accepted-survivors.ts'
import type { MutantOutcome } from './run-stryker.ts'

const killedShareMin = 0.9

export type Judgement = {
  killed: number
  /** Mutants that count: those drawn, without the accepted survivors. */
  made: number
  /** Those of the killed whose tests did not end, twice. */
  timeouts: number
  /** Those of the killed with which the tests could not be loaded, twice. */
  unloadable: number
  /** Those of the killed that an earlier run killed. */
  carriedOver: number
  accepted: number
  survivors: MutantOutcome[]
  /** Accepted survivors that a test has killed. */
  stale: AcceptedSurvivor[]
  isPassed: boolean
}

export function judgeMutants(
  outcomes: readonly MutantOutcome[],
  accepted: readonly AcceptedSurvivor[],
): Judgement {
  const listed = (outcome: MutantOutcome) => accepted.filter((survivor) => isSame(survivor, outcome))
  const killed = outcomes.filter(isKilled)
  const killedAs = (wanted: MutantOutcome['status']) =>
    killed.filter(({ status }) => status === wanted).length
  const survivors = outcomes.filter((outcome) => !isKilled(outcome))
  const unlisted = survivors.filter((outcome) => listed(outcome).length === 0)
  // The same text may occur several times in a file, so an entry is stale only if all of its mutants are killed.
  const stale = killed.flatMap(listed).filter((entry) => !survivors.some((outcome) => isSame(entry, outcome)))
  const made = killed.length + unlisted.length
  return {
    killed: killed.length,
    made,
    timeouts: killedAs('Timeout'),
    unloadable: killedAs('RuntimeError'),
    carriedOver: killed.filter(({ isCarriedOver }) => isCarriedOver).length,
    accepted: survivors.length - unlisted.length,
    survivors: unlisted,
    stale,
    isPassed: made > 0 && killed.length >= killedShareMin * made && stale.length === 0,
  }
}

function isKilled({ status }: MutantOutcome): boolean {
  return status !== 'Survived' && status !== 'NoCoverage'
}

function isSame(survivor: AcceptedSurvivor, { fileName, original, replacement }: MutantOutcome): boolean {
  return (
    survivor.fileName === fileName && survivor.original === original && survivor.replacement === replacement
  )
}
