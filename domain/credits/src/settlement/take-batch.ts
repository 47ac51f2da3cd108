// Chooses which of the waiting calls share the next batch.
import { answerBytes } from '@gatehouse/calls/call'
import type { Entry } from './entry.ts'

// Postgres takes about as long to write this many bytes as to write the rows of a full batch.
const batchAnswerBytesMax = 256 * 1024

export type TakenBatch = { taken: Entry[]; left: Entry[] }

/** Takes the oldest entries, up to `sizeMax`, and fewer if their answers take long to write. */
export function takeOldest(queue: readonly Entry[], sizeMax: number): TakenBatch {
  let count = 0
  let bytes = 0
  while (count < sizeMax && count < queue.length && bytes <= batchAnswerBytesMax) {
    const entry = queue[count]
    if (entry) bytes += answerBytes(entry.call)
    count += 1
  }
  return { taken: queue.slice(0, count), left: queue.slice(count) }
}

/**
 * Takes entries of the company whose entry is first in the queue. That company's remaining entries move behind those of
 * the others.
 */
export function takeOneCompany(queue: readonly Entry[]): TakenBatch {
  const companyId = queue[0]?.call.companyId
  const ofCompany = queue.filter(({ call }) => call.companyId === companyId)
  const ofOthers = queue.filter(({ call }) => call.companyId !== companyId)
  const { taken, left } = takeOldest(ofCompany, ofCompany.length)
  return { taken, left: [...ofOthers, ...left] }
}

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
