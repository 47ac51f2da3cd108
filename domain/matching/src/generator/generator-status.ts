// The generator's status and metrics in the form in which the AI service returns them.
export type GeneratorSnapshot = {
  desired: 'RUNNING' | 'STOPPED'
  /** Seconds since the generator last changed from stopped to running; 0 while stopped. */
  uptimeSeconds: number
  /** Number of the batch in progress, or of the last one. */
  lastBatch: number
  /** Number of batches in progress on all replicas. */
  inHand: number
  waiting: number
}

/** The generators of all shards as one: it runs if one of them does. */
export function addSnapshots(shards: readonly GeneratorSnapshot[]): GeneratorSnapshot {
  return {
    desired: shards.some(({ desired }) => desired === 'RUNNING') ? 'RUNNING' : 'STOPPED',
    uptimeSeconds: Math.max(0, ...shards.map(({ uptimeSeconds }) => uptimeSeconds)),
    lastBatch: sum(shards.map(({ lastBatch }) => lastBatch)),
    inHand: sum(shards.map(({ inHand }) => inHand)),
    waiting: sum(shards.map(({ waiting }) => waiting)),
  }
}

export type GeneratorStatus = {
  status: 'running' | 'stopped' | 'processing'
  uptime_seconds: number
  current_batch: number
  queue_size: number
}

/** A stop lets the current batch finish; until then the status is still `processing`. */
export function describeStatus(snapshot: GeneratorSnapshot): GeneratorStatus {
  const idle = snapshot.desired === 'RUNNING' ? 'running' : 'stopped'
  return {
    status: snapshot.inHand > 0 ? 'processing' : idle,
    uptime_seconds: snapshot.uptimeSeconds,
    current_batch: snapshot.lastBatch,
    queue_size: snapshot.waiting,
  }
}

/** Work of all replicas in the last five minutes. */
export type RecentWork = {
  matches: number
  errors: number
  tookMs: number
  lastFinishedAt: Date | null
}

export function addRecentWork(shards: readonly RecentWork[]): RecentWork {
  const ends = shards.flatMap(({ lastFinishedAt }) => (lastFinishedAt ? [lastFinishedAt.getTime()] : []))
  return {
    matches: sum(shards.map(({ matches }) => matches)),
    errors: sum(shards.map(({ errors }) => errors)),
    tookMs: sum(shards.map(({ tookMs }) => tookMs)),
    lastFinishedAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
  }
}

export const recentMinutes = 5

export type GeneratorCounts = { processed: number }

export type BreakerName = 'CLOSED' | 'OPEN' | 'HALF-OPEN'

export type GeneratorMetrics = {
  total_processed: number
  total_errors: number
  avg_processing_time_ms: number
  queue_depth: number
  throughput_per_minute: number
  last_processed_at: string | null
  processing_rate: number
  error_rate: number
  circuit_breaker_state: BreakerName
}

/**
 * `total_processed` covers this process since it started. The errors, times and rates cover all replicas over the last
 * five minutes; the queue depth is the present one.
 */
export function describeMetrics(
  counts: GeneratorCounts,
  recent: RecentWork,
  { waiting, breaker }: { waiting: number; breaker: BreakerName },
): GeneratorMetrics {
  const tried = recent.matches + recent.errors
  return {
    total_processed: counts.processed,
    total_errors: recent.errors,
    avg_processing_time_ms: recent.matches === 0 ? 0 : round(recent.tookMs / recent.matches),
    queue_depth: waiting,
    throughput_per_minute: round(recent.matches / recentMinutes),
    last_processed_at: recent.lastFinishedAt?.toISOString() ?? null,
    processing_rate: round(recent.matches / (recentMinutes * 60)),
    error_rate: tried === 0 ? 0 : round((100 * recent.errors) / tried),
    circuit_breaker_state: breaker,
  }
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
