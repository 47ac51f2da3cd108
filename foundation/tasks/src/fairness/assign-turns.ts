// Decides the order of tasks when they are enqueued: each task gets a turn, and the lowest turn runs first. A new task
// queues behind its own group's tasks, or, if there are none, at the turn that is being served. So a group with 100,000
// waiting tasks delays each task of another group by about one task, never by 100,000. Nothing is counted, locked or
// scanned: two index lookups are enough. Groups with few waiting tasks are favoured: the first 16 tasks of a group take
// consecutive turns, later ones every fourth.
export type Line = {
  /** Lowest turn of all tasks of the kind that could start now. */
  frontTurn: number | undefined
  /** Highest turn among the group's own tasks. */
  lastTurn: number | undefined
}

const spacing = 4
const favouredTasks = 16
// The engine stores turns in 32 bits; they restart at 0 whenever a kind has no waiting tasks.
const turnMax = 2_000_000_000

export function assignTurns({ frontTurn = 0, lastTurn }: Line, count: number): number[] {
  const turns: number[] = []
  let last = lastTurn !== undefined && lastTurn >= frontTurn ? lastTurn : undefined
  for (let index = 0; index < count; index += 1) {
    last = last === undefined ? frontTurn : last + (last - frontTurn < favouredTasks - 1 ? 1 : spacing)
    turns.push(Math.min(last, turnMax))
  }
  return turns
}
