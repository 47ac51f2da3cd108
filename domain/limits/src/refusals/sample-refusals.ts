// Decides which refusals are recorded one by one. A program that ignores refusals repeats its request many times a
// second: after a burst, only one refusal a second is recorded for each key and rule, and the others are counted.
import type { Clock } from '@gatehouse/runtime/clock'

export type RefusalSample = {
  /**
   * Returns the number of refusals of this name that were omitted since the last recorded one if this refusal is to be
   * recorded, or undefined if it is omitted.
   */
  take(name: string): number | undefined
}

export const burstMax = 20
const perSecond = 1
// The name that was refused first is forgotten first; it then starts with a full burst again.
const namesMax = 10_000

type Bucket = { left: number; filledAtMs: number; omitted: number }

export function createRefusalSample(clock: Pick<Clock, 'monotonicMs'>): RefusalSample {
  const buckets = new Map<string, Bucket>()

  function open(name: string, nowMs: number): Bucket {
    const bucket = { left: burstMax, filledAtMs: nowMs, omitted: 0 }
    buckets.set(name, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > namesMax && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }

  return {
    take(name) {
      const nowMs = clock.monotonicMs()
      const bucket = buckets.get(name) ?? open(name, nowMs)
      const gained = (perSecond * (nowMs - bucket.filledAtMs)) / 1_000
      bucket.left = Math.min(burstMax, bucket.left + gained)
      bucket.filledAtMs = nowMs
      if (bucket.left < 1) {
        bucket.omitted += 1
        return undefined
      }
      const { omitted } = bucket
      bucket.left -= 1
      bucket.omitted = 0
      return omitted
    },
  }
}
