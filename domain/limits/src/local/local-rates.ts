// Rate limits while Redis is down: this process admits its share of each limit, so that all processes together admit
// about the whole limit. No limit is lifted, and no share is so small that nothing passes.
import type { Clock } from '@gatehouse/runtime/clock'
import { type AddressAdmission, type Admission, type Rates, toRate } from '../admission.ts'
import { type Counts, SlidingWindow } from './sliding-window.ts'

export type LocalRates = {
  take(request: RateRequest): TakenRate | Extract<Admission, { kind: 'rate_limited' }>
  /** Returns the refusal that `take` would give now, without counting the request. */
  preview(request: RateRequest): Extract<Admission, { kind: 'rate_limited' }> | undefined
  correct(keyId: string, bucket: number, change: Counts): void
  takeAddress(range: string, limit: number): AddressAdmission
  /** Drops empty windows. */
  prune(): void
}

type RateRequest = { keyId: string; tokens: number; rpmLimit: number; tpmLimit: number }

export type TakenRate = { kind: 'taken'; rates: Rates; bucket: number; tokens: number }

export type LocalRatesDeps = {
  clock: Clock
  windowMs: number
  /** Number of live processes when Redis last responded. */
  processCount: () => number
}

export function createLocalRates({ clock, windowMs, processCount }: LocalRatesDeps): LocalRates {
  const keys = new Map<string, SlidingWindow>()
  const addresses = new Map<string, SlidingWindow>()
  const shareOf = (limit: number) =>
    limit <= 0 ? 0 : Math.max(1, Math.floor(limit / Math.max(1, processCount())))

  function windowOf(windows: Map<string, SlidingWindow>, name: string): SlidingWindow {
    let window = windows.get(name)
    if (!window) {
      window = new SlidingWindow(windowMs)
      windows.set(name, window)
    }
    return window
  }

  function take(request: RateRequest): ReturnType<LocalRates['take']> {
    const limits = { requests: shareOf(request.rpmLimit), tokens: shareOf(request.tpmLimit) }
    // A call larger than the share must still be able to run, or the outage alone would refuse it.
    const tokens = limits.tokens > 0 ? Math.min(request.tokens, limits.tokens) : request.tokens
    const answer = windowOf(keys, request.keyId).take(clock.monotonicMs(), tokens, limits)
    const { used, resetMs, retryAfterMs, refusedBy, bucket } = answer
    const rates = {
      requests: toRate(limits.requests, used.requests, resetMs),
      tokens: toRate(limits.tokens, used.tokens, resetMs),
    }
    if (refusedBy === undefined) return { kind: 'taken', rates, bucket, tokens }
    return { kind: 'rate_limited', what: refusedBy, retryAfterMs, rates }
  }

  return {
    take,
    preview(request) {
      const taken = take(request)
      if (taken.kind === 'rate_limited') return taken
      keys.get(request.keyId)?.correct(taken.bucket, { requests: -1, tokens: -taken.tokens })
      return undefined
    },
    correct: (keyId, bucket, change) => keys.get(keyId)?.correct(bucket, change),
    takeAddress(range, limit) {
      const limits = { requests: shareOf(limit), tokens: Number.POSITIVE_INFINITY }
      const answer = windowOf(addresses, range).take(clock.monotonicMs(), 0, limits)
      const rate = toRate(limits.requests, answer.used.requests, answer.resetMs)
      if (answer.refusedBy === undefined) return { kind: 'admitted', rate }
      return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs, rate }
    },
    prune() {
      for (const windows of [keys, addresses]) {
        for (const [name, window] of windows) {
          if (window.isEmpty(clock.monotonicMs())) windows.delete(name)
        }
      }
    },
  }
}
