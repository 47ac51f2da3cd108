/**
 * How many calls to send together. A batch that was full and quick may grow, a slow one shrinks: under load the
 * commit is shared by many, and a struggling database is not asked for more than it can do in the time.
 */
export type BatchSize = {
  current(): number
  observe(size: number, tookMs: number): void
}

const sizeMin = 32
const targetMs = 30

export function createBatchSize(sizeMax: number): BatchSize {
  let size = Math.min(sizeMax, 128)
  return {
    current: () => size,
    observe(sent, tookMs) {
      if (sent >= size && tookMs < targetMs) size = Math.min(sizeMax, size * 2)
      if (tookMs > 2 * targetMs) size = Math.max(Math.min(sizeMin, sizeMax), Math.floor(size / 2))
    },
  }
}
