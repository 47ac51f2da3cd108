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
