export type Backoff = { firstDelayMs: number; delayMsMax: number }

/**
 * Delay after the given attempt, with full jitter: waiting a random part of the backoff spreads out callers that failed
 * together. `random` returns a number from 0 (inclusive) to 1 (exclusive).
 */
export function backoffMs(
  { firstDelayMs, delayMsMax }: Backoff,
  attempt: number,
  random: () => number,
): number {
  const ceilingMs = Math.min(delayMsMax, firstDelayMs * 2 ** (attempt - 1))
  return random() * ceilingMs
}
