// What this process has left of its lease of a key, and which of its calls Redis does not know yet. The arithmetic only;
// `create-leases.ts` talks to Redis.
import { ShortLivedMap } from '@gatehouse/runtime/short-lived'
import type { LeaseAmounts, LeaseAnswer } from '../company-store.ts'
import type { OpenHold } from '../holds/open-holds.ts'
import type { LeaseState } from './lease-reports.ts'
import { RecentDemand } from './recent-demand.ts'

/** What a call takes from a lease. */
export type LeasedCall = { estimateMicros: bigint; tokens: number; isStream: boolean }

/** Calls that were admitted from the lease and have to be reported. */
export type UnreportedCalls = { holds: OpenHold[]; ended: { requests: number; tokens: number } }

/** What was left when a report was sent. */
type SentReport = { left: LeaseAmounts; drops: number }

// Redis computes with numbers, which represent amounts up to 2^53.
const leasedMicrosMax = 1_000_000_000_000_000n

export class KeyLease implements LeaseState {
  readonly companyId: string
  readonly keyId: string
  rpmLimit = 0
  tpmLimit = 0
  /** Estimate of the newest call. */
  estimateMicros = 0n
  #left: LeaseAmounts = { micros: 0n, requests: 0, tokens: 0 }
  #endsAtMs = 0
  #mayStream = false
  #used = { requests: 0, tokens: 0 }
  readonly #unreported = new ShortLivedMap<string, OpenHold>()
  #ended = { requests: 0, tokens: 0 }
  readonly #demand = new RecentDemand()
  #drops = 0

  constructor({ companyId, keyId }: { companyId: string; keyId: string }) {
    this.companyId = companyId
    this.keyId = keyId
  }

  get askedAtMs(): number {
    return this.#demand.askedAtMs
  }

  get left(): LeaseAmounts {
    return this.#left
  }

  get used(): { requests: number; tokens: number } {
    return this.#used
  }

  get hasUnreported(): boolean {
    return this.#unreported.size > 0 || this.#ended.requests > 0
  }

  /** Counts what a call asks for, whether or not the lease covers it. */
  ask({ estimateMicros, tokens }: LeasedCall, nowMs: number): void {
    this.#demand.add(nowMs, estimateMicros, tokens)
  }

  covers({ estimateMicros, tokens, isStream }: LeasedCall, nowMs: number): boolean {
    const { micros, requests, tokens: leftTokens } = this.#left
    if (this.hasEnded(nowMs) || (isStream && !this.#mayStream)) return false
    return requests >= 1 && leftTokens >= tokens && micros >= estimateMicros
  }

  hasEnded(nowMs: number): boolean {
    return nowMs >= this.#endsAtMs
  }

  take({ estimateMicros, tokens }: LeasedCall, hold: OpenHold): void {
    this.#left.micros -= estimateMicros
    this.#left.requests -= 1
    this.#left.tokens -= tokens
    this.#used.requests += 1
    this.#used.tokens += tokens
    this.#unreported.set(hold.callId, hold)
  }

  /** Whether Redis does not know the call yet. */
  isUnreported(callId: string): boolean {
    return this.#unreported.has(callId)
  }

  /** The call has ended before Redis knew it, so it never gets a hold there: its credits are free for other calls. */
  end({ callId, estimateMicros, reservedTokens }: OpenHold, tokensUsed = reservedTokens): void {
    this.#unreported.delete(callId)
    this.#ended.requests += 1
    this.#ended.tokens += tokensUsed
    if (this.#endsAtMs > 0) this.#left.micros += estimateMicros
  }

  /** Moves the unreported calls to the given ones. What is left must be sent in the same step. */
  collect(unreported: UnreportedCalls): void {
    unreported.holds.push(...this.#unreported.takeAll())
    unreported.ended.requests += this.#ended.requests
    unreported.ended.tokens += this.#ended.tokens
    this.#ended = { requests: 0, tokens: 0 }
  }

  recentCalls(nowMs: number): number {
    return this.#demand.calls(nowMs)
  }

  /** As much as was asked for lately, beyond what is left. */
  wanted(): LeaseAmounts {
    const asked = this.#demand.total()
    const micros = asked.micros - this.#left.micros
    const room = leasedMicrosMax - this.#left.micros
    const most = micros < room ? micros : room
    return {
      micros: most > 0n ? most : 0n,
      requests: Math.max(0, asked.calls - this.#left.requests),
      tokens: Math.max(0, asked.tokens - this.#left.tokens),
    }
  }

  /** Must be called in the same step as the report is sent. */
  send(): SentReport {
    return { left: { ...this.#left }, drops: this.#drops }
  }

  /** Calls may have been admitted, and the lease may have been dropped, since the report was sent. */
  renew({ total, lastsMs, used, mayStream }: LeaseAnswer, sent: SentReport, sentAtMs: number): void {
    if (sent.drops !== this.#drops) return
    const taken = {
      micros: sent.left.micros - this.#left.micros,
      requests: sent.left.requests - this.#left.requests,
      tokens: sent.left.tokens - this.#left.tokens,
    }
    this.#left = {
      micros: total.micros > taken.micros ? total.micros - taken.micros : 0n,
      requests: Math.max(0, total.requests - taken.requests),
      tokens: Math.max(0, total.tokens - taken.tokens),
    }
    this.#used = { requests: used.requests + taken.requests, tokens: used.tokens + taken.tokens }
    this.#mayStream = mayStream
    this.#endsAtMs = sentAtMs + lastsMs
  }

  drop(): void {
    this.#left = { micros: 0n, requests: 0, tokens: 0 }
    this.#endsAtMs = 0
    this.#drops += 1
  }
}
