import type { Clock } from './clock.ts'
import { Fault } from './fault.ts'

/**
 * A point on the monotonic clock that a request must not outlive; passed down, so that nested time limits share one
 * budget.
 */
export type Deadline = {
  /** Aborts when the deadline passes or the parent is aborted. */
  readonly signal: AbortSignal
  /** Rejects with a fault at the deadline, whether or not the work observes the signal. */
  run<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  [Symbol.dispose](): void
}

export function createDeadline(clock: Clock, limitMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController()
  const abortFromParent = () => controller.abort(parent?.reason)
  const timer = clock.after(limitMs, () => controller.abort(new DeadlinePassed()))
  if (parent?.aborted) abortFromParent()
  parent?.addEventListener('abort', abortFromParent, { once: true })

  return {
    signal: controller.signal,
    run: (what, work) => raceAgainst(controller.signal, what, work),
    [Symbol.dispose]() {
      timer.cancel()
      parent?.removeEventListener('abort', abortFromParent)
    },
  }
}

/** Runs one piece of work with its own time limit. */
export async function withinMs<T>(
  clock: Clock,
  limit: { limitMs: number; what: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using deadline = createDeadline(clock, limit.limitMs)
  return await deadline.run(limit.what, work)
}

async function raceAgainst<T>(
  signal: AbortSignal,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(toFault(signal.reason, what))
  if (signal.aborted) throw toFault(signal.reason, what)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(signal), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

/** The signal only knows that the time is up; the name of the work is added here. */
function toFault(reason: unknown, what: string): unknown {
  if (!(reason instanceof DeadlinePassed)) return reason
  return new Fault({
    kind: 'unavailable',
    code: 'runtime.deadline_passed',
    publicMessage: 'The request took too long. Try again.',
    context: { what },
  })
}
