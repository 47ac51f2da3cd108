// Ensures that deliveries are recorded soon, even if no batch follows that could carry them.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Lane } from './lane.ts'

// Including the time of the write, a delivery is recorded within half a second.
const writeEveryMs = 200

export type MarksWriter = {
  /** Must be called when a call was closed or delivered. */
  watch(): void
  /** Must be called when a lane has nothing to send. */
  onIdle(): void
  /** Resolves when nothing is pending and everything is recorded. */
  drained(): Promise<void>
}

export function createMarksWriter(
  clock: Clock,
  lanes: () => readonly Lane[],
  pending: { readonly size: number },
): MarksWriter {
  let timer: Timer | undefined
  let drainWaiters: (() => void)[] = []

  function watch(): void {
    if (timer || !lanes().some((lane) => lane.hasUndelivered || lane.hasMarksToWrite)) return
    timer = clock.after(writeEveryMs, () => {
      timer = undefined
      void write()
    })
  }

  async function write(): Promise<void> {
    await Promise.all(lanes().map((lane) => lane.writeMarks()))
    watch()
    if (pending.size > 0 || lanes().some((lane) => lane.hasMarksToWrite)) return
    for (const resolve of drainWaiters.splice(0)) resolve()
  }

  function hurry(): void {
    if (drainWaiters.length > 0 && pending.size === 0) void write()
  }

  return {
    watch() {
      watch()
      hurry()
    },
    onIdle: hurry,
    drained: () =>
      new Promise((resolve) => {
        drainWaiters.push(resolve)
        hurry()
      }),
  }
}
