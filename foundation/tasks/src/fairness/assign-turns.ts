// Who comes next, decided when a task is enqueued: each gets a turn, and the lowest turn goes first. A company's tasks
// line up behind its own, from the turn that is being served on, so a company with 100,000 waiting tasks delays another
// by a task or so per task of the other's, never by 100,000. Nothing is counted, locked or scanned for it: two
// look-ups in an index. Companies that wait for little are favoured: their first tasks lie four to a turn.
export type Line = {
  /** The lowest turn of all tasks of the kind that could start now. */
  frontTurn: number | undefined
  /** The highest turn of the company's own. */
  lastTurn: number | undefined
}

const spacing = 4
const favouredTasks = 16
// The engine keeps turns in 32 bits; they begin again at 0 whenever a kind has nothing to do.
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
