// What becomes of a task whose attempt failed.
import { Fault } from '@gatehouse/runtime/fault'
import { TaskPostponed } from '../postpone-task.ts'

export type Verdict =
  /** Tried again after a while, as long as attempts are left. */
  | { kind: 'retry' }
  /** Waits; no attempt is counted, because it was not the task that failed. */
  | { kind: 'postpone'; delayMs: number }
  /** No repeat can help. */
  | { kind: 'bury' }
  /** It is no longer ours, so there is nothing to say about it. */
  | { kind: 'leave' }

/** The claim was lost: to a cancellation, or to another worker while this one could not be heard. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The process ends; another will go on. */
export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped'
}

const hopeless = new Set<Fault['kind']>(['invalid', 'unauthenticated', 'denied', 'not_found'])

export function judgeFailure(thrown: unknown): Verdict {
  if (thrown instanceof ClaimLost) return { kind: 'leave' }
  if (thrown instanceof WorkerStopped) return { kind: 'postpone', delayMs: 0 }
  if (thrown instanceof TaskPostponed) return { kind: 'postpone', delayMs: thrown.delayMs }
  if (!(thrown instanceof Fault)) return { kind: 'retry' }
  if (hopeless.has(thrown.kind)) return { kind: 'bury' }
  // An open breaker, or a limit that is lifted with time.
  const mustWait = thrown.code === 'runtime.circuit_open' || thrown.kind === 'exhausted'
  if (mustWait && thrown.retryAfterMs !== undefined) return { kind: 'postpone', delayMs: thrown.retryAfterMs }
  return { kind: 'retry' }
}
