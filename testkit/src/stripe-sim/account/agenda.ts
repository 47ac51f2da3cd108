// The simulator's clock and schedule. Real time has no effect: a scheduled task waits until a test advances the clock,
// and then runs at exactly its own second.
export type Agenda = {
  nowSeconds(): number
  /** Tasks due at the same second run in the order in which they were scheduled. */
  enter(dueSeconds: number, task: () => void | Promise<void>): void
  /** Removes the next task due by then and moves the clock to it; undefined if there is none. */
  takeDue(untilSeconds: number): (() => void | Promise<void>) | undefined
  moveTo(seconds: number): void
  readonly waiting: number
}

type Entry = { dueSeconds: number; task: () => void | Promise<void> }

export function createAgenda({ startSeconds }: { startSeconds: number }): Agenda {
  let now = startSeconds
  const entries: Entry[] = []
  return {
    nowSeconds: () => now,
    enter(dueSeconds, task) {
      const after = entries.findIndex((entry) => entry.dueSeconds > dueSeconds)
      entries.splice(after < 0 ? entries.length : after, 0, { dueSeconds, task })
    },
    takeDue(untilSeconds) {
      const next = entries[0]
      if (!next || next.dueSeconds > untilSeconds) return undefined
      entries.shift()
      now = Math.max(now, next.dueSeconds)
      return next.task
    },
    moveTo(seconds) {
      now = Math.max(now, seconds)
    },
    get waiting() {
      return entries.length
    },
  }
}
