// Decides when a refused key is answered, so that the time reveals nothing about the key: not whether it was looked up, nor
// how long that took. Refusals leave at the ticks of one clock that runs whatever is being looked up; a timer for each of
// them would be rounded to whole milliseconds, differently for each duration that is left to wait.
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type RefusalPace = {
  /** To be called when a request arrives, before anything is known about it. */
  arrive(): Arrival
  close(): void
}

type Arrival = {
  /** Resolves when this request may be refused. */
  waitToRefuse(): Promise<void>
}

const tickEveryMs = 5
// Longer than a look-up takes on a healthy database, shorter than a caller minds.
const delayMsMin = 10
// On a slow database all refusals take as long as its slowest look-up, up to this.
const delayMsMax = 500
const slowestKeptMs = 30_000
const idleAfterMs = 1_000

export function createRefusalPace(clock: Clock): RefusalPace {
  const slowest = createRecentMaximum(slowestKeptMs)
  let waiting: { dueMs: number; release: () => void }[] = []
  let timer: Timer | undefined
  let lastArrivalMs = 0

  // It goes on for a while after the last request: if it began with each, its phase would depend on that request.
  function tick(): void {
    timer = clock.after(tickEveryMs, () => {
      const nowMs = clock.monotonicMs()
      const due = waiting.filter(({ dueMs }) => dueMs <= nowMs)
      waiting = waiting.filter(({ dueMs }) => dueMs > nowMs)
      for (const { release } of due) release()
      timer = undefined
      if (waiting.length > 0 || nowMs - lastArrivalMs < idleAfterMs) tick()
    })
  }

  function waitToRefuse(arrivedMs: number): Promise<void> {
    const nowMs = clock.monotonicMs()
    slowest.add(nowMs, nowMs - arrivedMs)
    const delayMs = Math.min(delayMsMax, Math.max(delayMsMin, 1.5 * slowest.read(nowMs)))
    return new Promise((release) => waiting.push({ dueMs: arrivedMs + delayMs, release }))
  }

  return {
    arrive() {
      const arrivedMs = clock.monotonicMs()
      lastArrivalMs = arrivedMs
      if (!timer) tick()
      return { waitToRefuse: () => waitToRefuse(arrivedMs) }
    },
    close() {
      timer?.cancel()
      for (const { release } of waiting.splice(0)) release()
    },
  }
}

/** The largest value of about the last `keptMs`, kept in two halves so that nothing has to be sorted. */
function createRecentMaximum(keptMs: number) {
  let current = 0
  let previous = 0
  let halfEndsMs = 0
  function turn(nowMs: number): void {
    if (nowMs < halfEndsMs) return
    previous = nowMs < halfEndsMs + keptMs / 2 ? current : 0
    current = 0
    halfEndsMs = nowMs + keptMs / 2
  }
  return {
    add(nowMs: number, value: number): void {
      turn(nowMs)
      current = Math.max(current, value)
    },
    read(nowMs: number): number {
      turn(nowMs)
      return Math.max(current, previous)
    },
  }
}
