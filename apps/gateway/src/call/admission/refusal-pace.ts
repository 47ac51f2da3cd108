// Delays responses to rejected keys so that their timing reveals nothing: neither whether the key was looked up nor how
// long the lookup took. Refusals are released at the ticks of one shared clock that runs independently of any lookup; a
// timer per refusal would be rounded to whole milliseconds, and the rounding would depend on the time left.
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type RefusalPace = {
  /** Must be called when a request arrives, before anything is known about it. */
  arrive(): Arrival
  close(): void
}

type Arrival = {
  /** Resolves when this request may be refused. */
  waitToRefuse(): Promise<void>
}

const tickEveryMs = 5
// Longer than a lookup takes on a healthy database, too short for a caller to notice.
const delayMsMin = 10
// On a slow database every refusal is delayed by 1.5 times the slowest recent lookup, up to this limit.
const delayMsMax = 500
const slowestKeptMs = 30_000
const idleAfterMs = 1_000

export function createRefusalPace(clock: Clock): RefusalPace {
  const slowest = createRecentMaximum(slowestKeptMs)
  let waiting: { dueMs: number; release: () => void }[] = []
  let timer: Timer | undefined
  let lastArrivalMs = 0

  // Ticking continues for a while after the last request: if every request started the clock, the ticks would be
  // aligned with that request.
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

/** Tracks the largest value of roughly the last `keptMs`, in two half-windows so that nothing has to be sorted. */
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
