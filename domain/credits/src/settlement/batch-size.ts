/**
 * Chooses the size of the next batch. A full batch that was fast doubles the size, and a slow one halves it: under load
 * many calls share a commit, and a slow database is not sent more than it can handle in time.
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
