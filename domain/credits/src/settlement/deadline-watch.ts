import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Entry } from './entry.ts'

const checkEveryMs = 25

/**
 * Returns the function to call when an entry was added: from then on every entry whose deadline has passed is given up.
 */
export function createDeadlineWatch(
  clock: Clock,
  pending: ReadonlyMap<string, Entry>,
  giveUp: (entry: Entry) => void,
): () => void {
  // One timer for all entries, and none while the queue is empty: a timer per call would cost more than the call.
  let timer: Timer | undefined
  const watch = () => {
    timer ??= clock.after(checkEveryMs, () => {
      timer = undefined
      const nowMs = clock.monotonicMs()
      for (const entry of pending.values()) {
        if (!entry.isGivenUp && entry.deadlineAtMs <= nowMs) giveUp(entry)
      }
      if (pending.size > 0) watch()
    })
  }
  return watch
}
