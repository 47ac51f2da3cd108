// The generator's state and batches, shared by all replicas. The adapter is in postgres/.
import type { BatchResult } from '../pipeline/match-store.ts'
import type { GeneratorSnapshot, RecentWork } from './generator-status.ts'

export type Subject = 'TALENT' | 'JOB'

export type Batch = {
  id: string
  number: number
  companyId: string
  subject: Subject
  subjectIds: readonly string[]
}

export type Claimed = { kind: 'claimed'; batch: Batch } | { kind: 'idle' } | { kind: 'stopped' }

/** Who starts or stops it: a named caller of the service, or an operator. */
export type GeneratorActor = { kind: 'service' | 'operator'; id: string; requestId?: string }

export type GeneratorStore = {
  /** True if this changed anything; then who did it is in the audit log. */
  start(by: GeneratorActor): Promise<boolean>
  stop(by: GeneratorActor): Promise<boolean>
  /** Starts it unless it was ever started or stopped. Replicas may call it at once: true for the one that started it. */
  startIfNew(by: GeneratorActor): Promise<boolean>
  readSnapshot(): Promise<GeneratorSnapshot>
  readRecentWork(): Promise<RecentWork>
  /** The next batch of whichever company has waited longest for one. */
  claim(replica: string): Promise<Claimed>
  /** Lets jobs wait again whose best talents are not judged yet; how many. For when the judge can be asked. */
  takeUnjudged(): Promise<number>
  /** False if the batch was given up in the meantime: then somebody else has it, and this one must stop. */
  extendLease(batch: Batch): Promise<boolean>
  /** Writes the result and ends the batch, in one transaction. False if it was given up: then nothing is written. */
  finish(batch: Batch, result: BatchResult, tookMs: number): Promise<boolean>
  /** Its subjects wait again. `isTheirFault` counts against them, so that they do not come back for ever. */
  giveUp(batch: Batch, isTheirFault: boolean): Promise<void>
}
