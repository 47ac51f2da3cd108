// A clock that a test advances explicitly, so that a timeout of an hour is tested in a millisecond and
// deterministically.
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@gatehouse/runtime/clock'

export type FakeClock = Clock & {
  /**
   * Advances both clocks. Timers fire in the order in which they fall due, each at its own time; code that awaits a
   * timer runs before the next one fires, and timers it sets fire too if they fall due within `ms`.
   */
  advance(ms: number): Promise<void>
  /** Moves the wall clock forwards or backwards without affecting timers. */
  jumpWall(ms: number): void
  readonly pendingTimers: number
}

type PendingTimer = { dueMs: number; task: () => void }

export function createFakeClock({ wallMs = Date.UTC(2026, 0, 1) }: { wallMs?: number } = {}): FakeClock {
  // Not zero: the origin of a monotonic clock is arbitrary, and code must not rely on it.
  let monotonicMs = 5_000
  let wallOffsetMs = wallMs - monotonicMs
  let isAdvancing = false
  const timers = new Set<PendingTimer>()

  async function fireUntil(targetMs: number): Promise<void> {
    await settle()
    for (let next = earliest(timers); next && next.dueMs <= targetMs; next = earliest(timers)) {
      timers.delete(next)
      monotonicMs = next.dueMs
      next.task()
      await settle()
    }
    monotonicMs = targetMs
  }

  return {
    wallMs: () => monotonicMs + wallOffsetMs,
    monotonicMs: () => monotonicMs,
    after(delayMs, task) {
      const timer = { dueMs: monotonicMs + Math.max(0, delayMs), task }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`a monotonic clock cannot advance by ${ms} ms`)
      if (isAdvancing)
        throw new Error('the fake clock is already advancing: await the earlier advance() first')
      isAdvancing = true
      try {
        await fireUntil(monotonicMs + ms)
      } finally {
        isAdvancing = false
      }
    },
    jumpWall(ms) {
      wallOffsetMs += ms
    },
    get pendingTimers() {
      return timers.size
    },
  }
}

// A set keeps insertion order, so of two timers due together the one set first wins.
function earliest(timers: Iterable<PendingTimer>): PendingTimer | undefined {
  let found: PendingTimer | undefined
  for (const timer of timers) if (!found || timer.dueMs < found.dueMs) found = timer
  return found
}

// One turn of the event loop drains the whole microtask queue; a fixed number of awaits would be too few for a longer
// promise chain.
async function settle(): Promise<void> {
  await setImmediate()
}
