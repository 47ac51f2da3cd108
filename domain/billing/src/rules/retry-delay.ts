const delaysMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000] as const

/** Delay after the nth attempt. Retries never stop, because the money was taken. */
export function retryDelayMs(attempts: number): number {
  return delaysMs[Math.min(Math.max(attempts, 1), delaysMs.length) - 1] ?? 3_600_000
}
