// A stream that its client leaves before the end is not charged, although most of its text was delivered. So that this is no way
// to use models without paying, abandoned streams fill a bucket: it drains by a number per minute, and a little with every
// stream that is read to its end. While it is full, further streams are refused. There is one for each key and, five times as
// large, one for the company, because a company may mint as many keys as it likes.
export type AbandonLimits = {
  /** What the bucket holds, and how much of it drains in a minute. */
  perMinute: number
  /** For each stream that is read to its end, so many hundredths of an abandoned one are forgotten. */
  sharePercent: number
}

export const defaultAbandonLimits: AbandonLimits = { perMinute: 20, sharePercent: 10 }

export const companyFactor = 5

const minuteMs = 60_000

export type AbandonBucket = { level: number; atMs: number }

export function levelAt({ level, atMs }: AbandonBucket, perMinute: number, nowMs: number): number {
  return Math.max(0, level - ((nowMs - atMs) * perMinute) / minuteMs)
}

/** Until another stream may begin, because one more that is abandoned would be within the limit; 0 if it may now. */
export function waitMs(level: number, perMinute: number): number {
  return Math.max(0, Math.ceil(((level - perMinute + 1) * minuteMs) / perMinute))
}

export function levelChange(stream: 'completed' | 'abandoned', { sharePercent }: AbandonLimits): number {
  return stream === 'abandoned' ? 1 : -sharePercent / 100
}
