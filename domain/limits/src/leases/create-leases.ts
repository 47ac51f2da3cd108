// Admits the calls of busy keys without asking Redis: this process takes a part of the company's credits and of the key's
// window in advance, as a lease, and reports what it has admitted every few milliseconds. Redis counts a lease as used
// from the moment at which it grants it. A refusal never comes from a lease: what it does not cover, Redis decides.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type CallToAdmit, type Rates, type ReleasedCall, toRate, tokensToReserve } from '../admission.ts'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import { toHold } from '../hold.ts'
import type { OpenHold, OpenHolds } from '../holds/open-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import { KeyLease, type UnreportedCalls } from './key-lease.ts'

export type Leases = {
  /** Admits the call if this process's lease covers it, and then takes its hold. */
  take(call: CallToAdmit): Rates | undefined
  /**
   * Must be called when a call has ended, before its release is sent. Resolves once Redis has the hold if the release needs
   * it; returns undefined if the release may be sent at once.
   */
  end(hold: OpenHold, call: ReleasedCall): Promise<void> | undefined
  /** Resolves when Redis has the holds of all calls of the company that were admitted here. */
  report(companyId: string): Promise<void>
  /** Returns this process's leases of the company; resolves when Redis has them. */
  giveBack(companyId: string): Promise<void>
  /** Admits nothing more from any lease, because Redis is down. */
  drop(): void
  /** Forgets keys that are no longer used. */
  prune(): void
  /** Returns all leases. */
  close(): Promise<void>
}

export type LeasesDeps = {
  clock: Clock
  logger: Pick<Logger, 'error'>
  store: Pick<CompanyStore, 'lease'>
  gate: StoreGate
  open: OpenHolds
  processCount: () => number
  windowMs: number
  /** Reads the company's account from Postgres again, before it becomes stale in Redis. */
  refresh: (companyId: string) => void
  onTaken: () => void
}

export type LeaseOptions = {
  /** A key gets a lease once it has made this many calls in half a second. */
  callsMin?: number
}

const reportAfterMs = 5
const idleMsMax = 100
const sweepEveryMs = 50
// While no lease is granted, because it is recalled or credits are nearly used up, asking for one is a waste.
const askAgainAfterMs = 100
const forgottenAfterMs = 10_000
// The credits of this many calls are never leased: near their end, Postgres is read before each decision.
const reserveCalls = 20n

/** A lease, and what is under way with Redis for it. */
type Entry = {
  lease: KeyLease
  /** Redis may have booked something for this process. */
  isBooked: boolean
  reporting: Promise<void> | undefined
  /** Another report must follow the one that is under way. */
  isDue: boolean
  timer: Timer | undefined
  askAgainAtMs: number
  estimateMicros: bigint
}

export function createLeases(deps: LeasesDeps, { callsMin = 8 }: LeaseOptions = {}): Leases {
  return new ProcessLeases(deps, callsMin)
}

class ProcessLeases implements Leases {
  readonly #deps: LeasesDeps
  readonly #callsMin: number
  readonly #entries = new Map<string, Entry>()
  #sweeper: Timer | undefined
  #isClosed = false

  constructor(deps: LeasesDeps, callsMin: number) {
    this.#deps = deps
    this.#callsMin = callsMin
  }

  take(call: CallToAdmit): Rates | undefined {
    const { clock, gate, open, windowMs, onTaken } = this.#deps
    if (call.budgets || this.#isClosed || !gate.isUp()) return undefined
    const nowMs = clock.monotonicMs()
    const entry = this.#entryOf(call)
    const { lease } = entry
    const tokens = tokensToReserve(call.estimatedTokens, call.tpmLimit)
    const asked = { estimateMicros: call.estimateMicros, tokens, isStream: call.isStream ?? false }
    lease.ask(asked, nowMs)
    if (!lease.covers(asked, nowMs)) {
      if (nowMs >= entry.askAgainAtMs && this.#isBusy(lease, nowMs)) void this.#report(entry)
      return undefined
    }
    const place = { isInStore: false, isInTable: false, isBudgeted: false }
    lease.take(asked, open.add(toHold(call, tokens), place))
    this.#schedule(entry)
    onTaken()
    return {
      requests: toRate(call.rpmLimit, lease.used.requests, windowMs),
      tokens: toRate(call.tpmLimit, lease.used.tokens, windowMs),
    }
  }

  end(hold: OpenHold, { tokensUsed, stream }: ReleasedCall): Promise<void> | undefined {
    const entry = this.#entries.get(hold.keyId)
    if (!entry?.lease.isUnreported(hold.callId)) return undefined
    // Redis counts abandoned streams when it removes their holds.
    if (stream) return this.#report(entry)
    entry.lease.end(hold, tokensUsed)
    // Redis gets no hold that describes the call, and may know a budget that this process does not know yet.
    hold.isBudgeted = true
    return undefined
  }

  async report(companyId: string): Promise<void> {
    const unreported = this.#entriesOf(companyId).filter(({ lease }) => lease.hasUnreported)
    await Promise.all(unreported.map((entry) => this.#report(entry)))
  }

  async giveBack(companyId: string): Promise<void> {
    await Promise.all(this.#entriesOf(companyId).map((entry) => this.#return(entry)))
  }

  drop(): void {
    for (const { lease } of this.#entries.values()) lease.drop()
  }

  prune(): void {
    const beforeMs = this.#deps.clock.monotonicMs() - forgottenAfterMs
    for (const [keyId, entry] of this.#entries) {
      const { lease, isBooked, reporting } = entry
      if (lease.askedAtMs < beforeMs && !isBooked && !reporting && !lease.hasUnreported)
        this.#entries.delete(keyId)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#sweeper?.cancel()
    await Promise.all([...this.#entries.values()].map((entry) => this.#return(entry)))
  }

  #entriesOf(companyId: string): Entry[] {
    return [...this.#entries.values()].filter(({ lease }) => lease.companyId === companyId)
  }

  #entryOf({ companyId, keyId, rpmLimit, tpmLimit, estimateMicros }: CallToAdmit): Entry {
    let entry = this.#entries.get(keyId)
    if (!entry) {
      const lease = new KeyLease({ companyId, keyId })
      const nothing = {
        isBooked: false,
        reporting: undefined,
        isDue: false,
        timer: undefined,
        askAgainAtMs: 0,
      }
      entry = { lease, ...nothing, estimateMicros }
      this.#entries.set(keyId, entry)
    }
    entry.lease.rpmLimit = rpmLimit
    entry.lease.tpmLimit = tpmLimit
    entry.estimateMicros = estimateMicros
    return entry
  }

  #schedule(entry: Entry): void {
    entry.timer ??= this.#deps.clock.after(reportAfterMs, () => {
      entry.timer = undefined
      void this.#report(entry)
    })
  }

  /** Resolves when everything that happened before has been reported, or Redis is down. */
  #report(entry: Entry): Promise<void> {
    if (entry.reporting) {
      entry.isDue = true
      return entry.reporting
    }
    entry.reporting = this.#sendAll(entry).finally(() => {
      entry.reporting = undefined
    })
    return entry.reporting
  }

  async #return(entry: Entry): Promise<void> {
    entry.lease.drop()
    entry.askAgainAtMs = this.#deps.clock.monotonicMs() + askAgainAfterMs
    if (entry.isBooked || entry.reporting || entry.lease.hasUnreported) await this.#report(entry)
  }

  async #sendAll(entry: Entry): Promise<void> {
    do {
      entry.isDue = false
      try {
        await this.#send(entry)
      } catch (thrown) {
        entry.lease.drop()
        // The holds are sent with the next heartbeat, and Redis drops the lease after a few seconds. The gate logs that Redis
        // is down; any other error must not end the process, which serves other companies too.
        if (!(thrown instanceof StoreUnavailable))
          this.#deps.logger.error('lease could not be renewed', {
            company_id: entry.lease.companyId,
            key_id: entry.lease.keyId,
            error: thrown,
          })
      }
    } while (entry.isDue)
  }

  async #send(entry: Entry): Promise<void> {
    const { clock, gate, store, open, processCount } = this.#deps
    const { lease } = entry
    const { companyId, keyId } = lease
    const calls: UnreportedCalls = { holds: [], ended: { requests: 0, tokens: 0 } }
    let sent = lease.send()
    let sentAtMs = 0
    const answer = await gate.run(() => {
      // A repeat after a failure also sends what has happened meanwhile, without the calls that have ended: their releases
      // are on their way, and would not remove a hold that comes later.
      calls.holds = calls.holds.filter(({ callId }) => open.has(companyId, callId))
      lease.collect(calls)
      const { holds } = calls
      for (const hold of holds) hold.isInStore = true
      sent = lease.send()
      sentAtMs = clock.monotonicMs()
      const { rpmLimit, tpmLimit } = lease
      const wanted = this.#wanted(entry, sentAtMs)
      if (wanted.requests > 0) this.#watch(entry)
      return store.lease({
        companyId,
        keyId,
        rpmLimit,
        tpmLimit,
        holds: holds.map((hold) => open.describe(hold)),
        ended: calls.ended,
        left: sent.left,
        wanted,
        reserveMicros: reserveCalls * entry.estimateMicros,
        processCount: processCount(),
      })
    })
    const { total, lastsMs, shouldRefresh } = answer
    entry.isBooked = total.micros > 0n || total.requests > 0 || total.tokens > 0
    if (shouldRefresh) this.#deps.refresh(companyId)
    if (lastsMs > 0) lease.renew(answer, sent, sentAtMs)
    else lease.drop()
    if (lastsMs > 0 && lease.left.requests > 0 && lease.left.micros >= entry.estimateMicros) return
    entry.askAgainAtMs = clock.monotonicMs() + askAgainAfterMs
    if (lastsMs === 0 && entry.isBooked) entry.isDue = true
  }

  #wanted({ lease, askAgainAtMs }: Entry, nowMs: number) {
    if (this.#isBusy(lease, nowMs) && nowMs >= askAgainAtMs && !this.#isClosed) return lease.wanted()
    return { micros: 0n, requests: 0, tokens: 0 }
  }

  #isBusy(lease: KeyLease, nowMs: number): boolean {
    return lease.recentCalls(nowMs) >= this.#callsMin
  }

  /** Returns leases that are no longer used. */
  #watch(entry: Entry): void {
    entry.isBooked = true
    this.#sweeper ??= this.#deps.clock.after(sweepEveryMs, () => {
      this.#sweeper = undefined
      this.#sweep()
    })
  }

  #sweep(): void {
    const { clock, gate } = this.#deps
    const nowMs = clock.monotonicMs()
    for (const entry of this.#entries.values()) {
      if (!entry.isBooked) continue
      const { lease, reporting } = entry
      const isIdle = lease.askedAtMs < nowMs - idleMsMax
      // A key that goes on with few calls, or with calls that are too large for its lease, would keep it from the others.
      // A lease that is just being asked for has not begun.
      const isOver = !reporting && (lease.hasEnded(nowMs) || !this.#isBusy(lease, nowMs))
      if ((isIdle || isOver) && gate.isUp()) void this.#return(entry)
      if (!this.#isClosed) this.#watch(entry)
    }
  }
}
