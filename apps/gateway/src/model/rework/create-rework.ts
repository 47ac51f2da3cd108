// Reworks answers: small ones immediately, large ones in a worker thread, because a 33 MiB answer would block the event
// loop, and every other company's calls, for a fifth of a second.
import type { WorkThreads } from '../../threads/create-work-threads.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { type ReworkOptions, type ReworkedAnswer, reworkAnswer } from './rework-answer.ts'

/** The input bytes may be transferred to a thread, so the caller must not read them afterwards. */
export type Rework = (
  bytes: Buffer,
  options: ReworkOptions,
  owner: string,
) => Promise<ReworkedAnswer | undefined>

export function createRework(threads: Pick<WorkThreads, 'run'>): Rework {
  return (bytes, options, owner) =>
    bytes.length <= largeBytes
      ? Promise.resolve(reworkAnswer(bytes, options))
      : threads.run('reworkAnswer', { bytes, options, owner })
}
