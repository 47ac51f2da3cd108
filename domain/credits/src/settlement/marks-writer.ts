// Ensures that deliveries are recorded soon: also if no batch follows that could carry them, and while a batch of the lane
// waits for an account.
import type { Timer } from '@gatehouse/runtime/clock'
import type { Lane } from './lane.ts'
import type { SettlerDeps } from './settler-options.ts'

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

type MarksWriterDeps = Pick<SettlerDeps, 'clock' | 'logger' | 'processId' | 'writeDeliveries'>

export function createMarksWriter(
  deps: MarksWriterDeps,
  lanes: () => readonly Lane[],
  pending: { readonly size: number },
): MarksWriter {
  let timer: Timer | undefined
  let drainWaiters: (() => void)[] = []
  let isWritingLate = false
  let lateVersion = 0n

  function watch(): void {
    if (timer || !lanes().some((lane) => lane.hasUndelivered || lane.hasMarksToWrite)) return
    timer = deps.clock.after(writeEveryMs, () => {
      timer = undefined
      void write()
      // A lane that was idle may settle batches for a long time before its write ends.
      watch()
    })
  }

  async function write(): Promise<void> {
    void writeLate()
    await Promise.all(lanes().map((lane) => lane.writeMarks()))
    watch()
    if (pending.size > 0 || lanes().some((lane) => lane.hasMarksToWrite)) return
    for (const resolve of drainWaiters.splice(0)) resolve()
  }

  async function writeLate(): Promise<void> {
    const callIds = lanes().flatMap((lane) => lane.lateDeliveries())
    if (isWritingLate || callIds.length === 0) return
    isWritingLate = true
    lateVersion += 1n
    try {
      await deps.writeDeliveries({ processId: deps.processId, version: lateVersion, callIds })
    } catch (thrown) {
      deps.logger.warn('deliveries could not be recorded yet', { error: thrown, calls: callIds.length })
    } finally {
      isWritingLate = false
    }
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
