import type { PlantedBug } from './planted-bug.ts'

export type SimulationOptions = {
  seed: number
  /** The production settler runs unchanged; the model follows the same rules and can be given bugs. */
  settler: 'model' | 'production'
  /**
   * Whether a process records in the hold, before it informs its client, that it may owe a refund. If it does not, a
   * process that dies takes the debt with it, which is counted as a known gap, not as a violation.
   */
  recordsGiveUps: boolean
  bug?: PlantedBug
}
