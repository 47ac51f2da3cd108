import type { Clock } from '@gatehouse/runtime/clock'
// A stream that its client closes before the end is not charged, although most of its text may have been delivered. To
// keep this from becoming a way to use models for free, abandoned streams fill a leaky bucket. It drains at a fixed
// rate per minute, and a little with every stream that is read to its end. While the bucket is full, further streams
// are refused. Each key has a bucket, and the company has one that is five times as large, because a company may create
// as many keys as it likes.
export type AbandonLimits = {
  /** Capacity of the bucket, and the amount that drains per minute. */
  perMinute: number
  /** Percentage of one abandoned stream that drains with each stream that is read to its end. */
  sharePercent: number
}

export const defaultAbandonLimits: AbandonLimits = { perMinute: 20, sharePercent: 10 }

export const companyFactor = 5

const minuteMs = 60_000

type AbandonBucket = { level: number; atMs: number }

function levelAt({ level, atMs }: AbandonBucket, perMinute: number, nowMs: number): number {
  return Math.max(0, level - ((nowMs - atMs) * perMinute) / minuteMs)
}

/**
 * Time until the bucket has capacity for one more abandoned stream, so that another stream may begin; 0 if it has now.
 */
function waitMs(level: number, perMinute: number): number {
  return Math.max(0, Math.ceil(((level - perMinute + 1) * minuteMs) / perMinute))
}

export function levelChange(stream: 'completed' | 'abandoned', { sharePercent }: AbandonLimits): number {
  return stream === 'abandoned' ? 1 : -sharePercent / 100
}

type Stream = { companyId: string; keyId: string }

/** The abandoned streams of this process, used while Redis is down: each process enforces its share of the limit. */
export type LocalAbandons = {
  count(stream: Stream, outcome: 'completed' | 'abandoned'): void
  /** Time until the key may begin another stream; 0 if it may now. */
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
