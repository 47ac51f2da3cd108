// Port: the generator's state and batches, shared by all replicas. The adapter is in postgres/.
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

/** The caller that starts or stops the generator: a named service, or an operator. */
export type GeneratorActor = { kind: 'service' | 'operator'; id: string; requestId?: string }

export type GeneratorStore = {
  /** Returns true if the state changed; the change is then in the audit log. */
  start(by: GeneratorActor): Promise<boolean>
  stop(by: GeneratorActor): Promise<boolean>
  /**
   * Starts the generator unless it was ever started or stopped. Safe to call concurrently: returns true only for the
   * replica that started it.
   */
  startIfNew(by: GeneratorActor): Promise<boolean>
  readSnapshot(): Promise<GeneratorSnapshot>
  readRecentWork(): Promise<RecentWork>
  /** Claims the next batch of the company that has waited longest for one. */
  claim(replica: string): Promise<Claimed>
  /**
   * Requeues jobs whose best talents are not judged yet; called while the judge is available. Returns the number of
   * jobs.
   */
  takeUnjudged(): Promise<number>
  /** Returns false if the batch was given up in the meantime: another replica has it, and this one must stop. */
  extendLease(batch: Batch): Promise<boolean>
  /**
   * Writes the result and ends the batch in one transaction. Returns false, and writes nothing, if the batch was given
   * up.
   */
  finish(batch: Batch, result: BatchResult, tookMs: number): Promise<boolean>
  /**
   * Requeues the subjects of the batch. With the reason `subjects` a failure is counted against each of them, so that they
   * are not retried forever.
   */
  giveUp(batch: Batch, reason: GiveUpReason): Promise<void>
}

/** `interrupted`: the process shuts down, which is not an error. `unavailable`: a dependency could not be reached. */
export type GiveUpReason = 'interrupted' | 'unavailable' | 'subjects'
