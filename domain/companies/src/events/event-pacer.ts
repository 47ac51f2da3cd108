import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { type CompanyEvent, mergeEvents } from './company-event.ts'

export type EventPacer = {
  /** Passes the event on, immediately or merged with others of its name when the interval is over. */
  add(name: string, event: CompanyEvent): void
  close(): void
}

export type EventPacerOptions = {
  clock: Clock
  emit: (name: string, event: CompanyEvent) => void
  everyMs?: number
  /** Names that are paced concurrently. Events of further names are dropped. */
  namesMax?: number
}

/** Passes on at most one event of each name per interval: the first immediately, later ones merged. */
export function createEventPacer({
  clock,
  emit,
  everyMs = 1_000,
  namesMax = 10_000,
}: EventPacerOptions): EventPacer {
  const paced = new Map<string, { timer: Timer; waiting: CompanyEvent | undefined }>()

  function pass(name: string, event: CompanyEvent): void {
    const timer = clock.after(everyMs, () => {
      const waiting = paced.get(name)?.waiting
      paced.delete(name)
      if (waiting) pass(name, waiting)
    })
    paced.set(name, { timer, waiting: undefined })
    emit(name, event)
  }

  return {
    add(name, event) {
      const state = paced.get(name)
      if (state) state.waiting = state.waiting ? mergeEvents(state.waiting, event) : event
      else if (paced.size < namesMax) pass(name, event)
    },
    close() {
      for (const { timer } of paced.values()) timer.cancel()
      paced.clear()
    },
  }
}
