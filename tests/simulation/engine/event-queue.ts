export type QueuedEvent = { readonly atMs: number; readonly sequence: number; readonly run: () => void }

/** Events ordered by time, and by insertion where the times are equal (a binary heap). */
export class EventQueue {
  readonly #heap: QueuedEvent[] = []
  #sequence = 0

  add(atMs: number, run: () => void): void {
    const event = { atMs, sequence: (this.#sequence += 1), run }
    const heap = this.#heap
    let index = heap.length
    heap.push(event)
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (!parent || isBefore(parent, event)) break
      heap[index] = parent
      index = above
    }
    heap[index] = event
  }

  take(): QueuedEvent | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let index = 0
    for (;;) {
      const below = smallerChild(heap, index)
      const child = heap[below]
      if (!child || isBefore(last, child)) break
      heap[index] = child
      index = below
    }
    heap[index] = last
    return first
  }
}

function smallerChild(heap: readonly QueuedEvent[], index: number): number {
  const left = heap[2 * index + 1]
  const right = heap[2 * index + 2]
  return left && right && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1
}

function isBefore(left: QueuedEvent, right: QueuedEvent): boolean {
  return left.atMs === right.atMs ? left.sequence < right.sequence : left.atMs < right.atMs
}
