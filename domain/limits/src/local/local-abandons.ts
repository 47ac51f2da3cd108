import type { Clock } from '@gatehouse/runtime/clock'
import {
  type AbandonBucket,
  type AbandonLimits,
  companyFactor,
  levelAt,
  levelChange,
  waitMs,
} from '../abandoned-streams.ts'

type Stream = { companyId: string; keyId: string }

/** The abandoned streams of this process, for the time without Redis: each process keeps its share of the limit. */
export type LocalAbandons = {
  count(stream: Stream, outcome: 'completed' | 'abandoned'): void
  /** Until the key may begin another stream; 0 if it may now. */
  waitMs(stream: Stream): number
  prune(): void
}

export type LocalAbandonsDeps = { clock: Clock; limits: AbandonLimits; processCount: () => number }

export function createLocalAbandons({ clock, limits, processCount }: LocalAbandonsDeps): LocalAbandons {
  const buckets = new Map<string, AbandonBucket>()
  const perMinuteOf = (factor: number) =>
    Math.max(1, (limits.perMinute * factor) / Math.max(1, processCount()))
  const bucketsOf = ({ companyId, keyId }: Stream) => [
    { name: keyId, perMinute: perMinuteOf(1) },
    { name: companyId, perMinute: perMinuteOf(companyFactor) },
  ]
  const read = (name: string, perMinute: number) => {
    const bucket = buckets.get(name)
    return bucket ? levelAt(bucket, perMinute, clock.monotonicMs()) : 0
  }
  return {
    count(stream, outcome) {
      for (const { name, perMinute } of bucketsOf(stream)) {
        const level = Math.max(0, read(name, perMinute) + levelChange(outcome, limits))
        if (level > 0) buckets.set(name, { level, atMs: clock.monotonicMs() })
        else buckets.delete(name)
      }
    },
    waitMs: (stream) =>
      Math.max(...bucketsOf(stream).map(({ name, perMinute }) => waitMs(read(name, perMinute), perMinute))),
    prune() {
      for (const name of buckets.keys()) if (read(name, perMinuteOf(1)) === 0) buckets.delete(name)
    },
  }
}
