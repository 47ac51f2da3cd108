// Decides what happens to a task whose attempt failed.
import { Fault } from '@gatehouse/runtime/fault'
import { TaskPostponed } from '../handle-task.ts'

export type Verdict =
  /** Retried after a delay, while attempts are left. */
  | { kind: 'retry' }
  /** Waits; no attempt is counted, because the task itself did not fail. */
  | { kind: 'postpone'; delayMs: number }
  /** A retry cannot help: the task becomes a dead letter. */
  | { kind: 'bury' }
  /** The task is no longer ours, so nothing is recorded. */
  | { kind: 'leave' }

/** The claim was lost: to another worker while this one sent no heartbeat, or because the task was deleted. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The process is stopping; another one will continue the task. */
export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped'
}

const permanentKinds = new Set<Fault['kind']>(['invalid', 'unauthenticated', 'denied', 'not_found'])

export function judgeFailure(thrown: unknown): Verdict {
  if (thrown instanceof ClaimLost) return { kind: 'leave' }
  if (thrown instanceof WorkerStopped) return { kind: 'postpone', delayMs: 0 }
  if (thrown instanceof TaskPostponed) return { kind: 'postpone', delayMs: thrown.delayMs }
  if (!(thrown instanceof Fault)) return { kind: 'retry' }
  if (permanentKinds.has(thrown.kind)) return { kind: 'bury' }
  // The circuit breaker is open, or a limit is exhausted that will lift with time.
  const mustWait = thrown.code === 'runtime.circuit_open' || thrown.kind === 'exhausted'
  if (mustWait && thrown.retryAfterMs !== undefined) return { kind: 'postpone', delayMs: thrown.retryAfterMs }
  return { kind: 'retry' }
}
