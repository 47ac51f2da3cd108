import type { PlantedBug } from './planted-bug.ts'

export type SimulationOptions = {
  seed: number
  /** The production settler runs as it is; the model has the same rules and can be given bugs. */
  settler: 'model' | 'production'
  /**
   * Whether a process writes into the hold, before it tells its client, that it may owe a give-back. As long as it
   * does not, a process that dies owing takes the debt with it: this is counted as a known gap, not as a violation.
   */
  notesGiveUps: boolean
  bug?: PlantedBug
}
