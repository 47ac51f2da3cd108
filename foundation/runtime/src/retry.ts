import { type Clock, sleep } from './clock.ts'
import { Fault, isRetryable, toFault } from './fault.ts'

export type RetryPolicy = {
  attemptsMax: number
  firstDelayMs: number
  delayMsMax: number
}

export type RetryDeps = {
  clock: Clock
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
  signal?: AbortSignal
}

/** Full jitter: waiting a random part of the backoff spreads out callers that failed together. */
export function backoffMs(policy: RetryPolicy, attempt: number, random: () => number): number {
  const ceilingMs = Math.min(policy.delayMsMax, policy.firstDelayMs * 2 ** (attempt - 1))
  return random() * ceilingMs
}

/**
 * Repeats work whose fault says that repeating may help; the last fault is the one thrown. A wait that the
 * dependency asks for is kept and spread, so that all whom it refused together do not come back together. One
 * that is longer than our own longest wait is the caller's business: holding its request would help nobody.
 */
export async function retry<T>(
  deps: RetryDeps,
  policy: RetryPolicy,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (thrown) {
      const fault = toFault(thrown)
      const askedMs = fault.retryAfterMs ?? 0
      if (attempt >= policy.attemptsMax || !isRetryable(fault) || deps.signal?.aborted) throw thrown
      if (askedMs > policy.delayMsMax) throw thrown
      await waitBetween(deps, askedMs + backoffMs(policy, attempt, deps.random))
    }
  }
}

async function waitBetween({ clock, signal }: RetryDeps, delayMs: number): Promise<void> {
  if (!signal) return sleep(clock, delayMs)
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      timer.cancel()
      reject(signal.reason instanceof Error ? signal.reason : cancelled())
    }
    const timer = clock.after(delayMs, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}

function cancelled(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'runtime.cancelled',
    publicMessage: 'The request was cancelled.',
  })
}
