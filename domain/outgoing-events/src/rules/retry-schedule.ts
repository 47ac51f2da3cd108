// When a delivery is attempted again. docs/api/events.md shows these times to the companies.

const minute = 60
const hour = 60 * minute

/**
 * Seconds from the end of a failed attempt to the next one. They add up to three days: the last attempt is never earlier
 * than three days after the event, so that a receiver that comes back within three days gets every event.
 */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  73_495,
]

export const attemptsMax = retryDelaysSeconds.length + 1

/** Each delay is lengthened by up to this share, so that the events of an outage do not come back all at the same time. */
export const jitterShare = 0.1

/** Undefined after the last attempt. `random` is in [0, 1). */
export function retryDelayMs(failedAttempts: number, random: number): number | undefined {
  const seconds = retryDelaysSeconds[failedAttempts - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + jitterShare * random))
}

/** An endpoint is disabled when a delivery is given up and nothing was accepted for this time. */
export const disabledAfterMs = 2 * 24 * hour * 1_000
