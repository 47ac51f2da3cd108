// Time of the demo history. Rows are written now, through the same functions as in production, but with ids of the moment
// at which they are meant to have happened; `moveToIds` then sets their times to those of their ids.
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'

export const dayMs = 86_400_000
export const historyDays = 60

export type Timeline = {
  clock: Clock
  ids: Ids
  /** Moves only forwards, because ids of a timeline increase. */
  moveTo(moment: number): void
}

export function createTimeline(startMs: number): Timeline {
  let nowMs = startMs
  const clock = { ...createSystemClock(), wallMs: () => nowMs }
  return {
    clock,
    ids: createIds(clock),
    moveTo(moment) {
      nowMs = Math.max(nowMs, moment)
    },
  }
}

/** Midnight, in UTC, of the first day of the history. */
export function firstDay(nowMs: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (historyDays - 1) * dayMs
}

/** The day this many days ago, or the weekday before it, at this hour in UTC. */
export function weekdayAgo(nowMs: number, days: number, hour: number): number {
  const midnight = Math.floor(nowMs / dayMs) * dayMs - days * dayMs
  const weekday = new Date(midnight).getUTCDay()
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return midnight - back * dayMs + hour * 3_600_000
}
