// Admits the calls of busy keys without asking Redis: this process takes a part of the company's credits and of the key's
// window in advance, as a lease, and reports what it has admitted every few milliseconds. Redis counts a lease as used
// from the moment at which it grants it. A refusal never comes from a lease: what it does not cover, Redis decides.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type CallToAdmit, type Rates, type ReleasedCall, toRate, tokensToReserve } from '../admission.ts'
import type { CompanyStore } from '../company-store.ts'
import { toHold } from '../hold.ts'
import type { OpenHold, OpenHolds } from '../holds/open-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import { KeyLease, type UnreportedCalls } from './key-lease.ts'
import { type LeaseEntry, LeaseReports } from './lease-reports.ts'

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

// Credits are scarce, and other processes may need them.
const reportAfterMs = 5
const idleMsMax = 100
// The credits of this many calls are never leased: near their end, Postgres is read before each decision.
const reserveCalls = 20n

type Entry = LeaseEntry<KeyLease>

const nothing = { micros: 0n, requests: 0, tokens: 0 }

export function createLeases(deps: LeasesDeps, { callsMin = 8 }: LeaseOptions = {}): Leases {
  return new ProcessLeases(deps, callsMin)
}

class ProcessLeases implements Leases {
  readonly #deps: LeasesDeps
  readonly #reports: LeaseReports<KeyLease>

  constructor(deps: LeasesDeps, callsMin: number) {
    this.#deps = deps
    this.#reports = new LeaseReports({
      ...deps,
      callsMin,
      reportAfterMs: () => reportAfterMs,
      idleMsMax: () => idleMsMax,
      send: (entry) => this.#send(entry),
      describe: ({ companyId, keyId }) => ({ company_id: companyId, key_id: keyId }),
    })
  }

  take(call: CallToAdmit): Rates | undefined {
    const { clock, open, windowMs, onTaken } = this.#deps
    if (call.budgets || !this.#reports.isOpen) return undefined
    const nowMs = clock.monotonicMs()
    const entry = this.#entryOf(call)
    const { lease } = entry
    const tokens = tokensToReserve(call.estimatedTokens, call.tpmLimit)
    const asked = { estimateMicros: call.estimateMicros, tokens, isStream: call.isStream ?? false }
    lease.ask(asked, nowMs)
    if (!lease.covers(asked, nowMs)) {
      this.#reports.askIfBusy(entry, nowMs)
      return undefined
    }
    const place = { isInStore: false, isInTable: false, isBudgeted: false }
    lease.take(asked, open.add(toHold(call, tokens), place))
    this.#reports.schedule(entry)
    onTaken()
    return {
      requests: toRate(call.rpmLimit, lease.used.requests, windowMs),
      tokens: toRate(call.tpmLimit, lease.used.tokens, windowMs),
    }
  }

  end(hold: OpenHold, { tokensUsed, stream }: ReleasedCall): Promise<void> | undefined {
    const entry = this.#reports.find(hold.keyId)
    if (!entry?.lease.isUnreported(hold.callId)) return undefined
    // Redis counts abandoned streams when it removes their holds.
    if (stream) return this.#reports.report(entry)
    entry.lease.end(hold, tokensUsed)
    // Redis gets no hold that describes the call, and may know a budget that this process does not know yet.
    hold.isBudgeted = true
    return undefined
  }

  async report(companyId: string): Promise<void> {
    const unreported = this.#reports.filter((lease) => lease.companyId === companyId && lease.hasUnreported)
    await Promise.all(unreported.map((entry) => this.#reports.report(entry)))
  }

  async giveBack(companyId: string): Promise<void> {
    const entries = this.#reports.filter((lease) => lease.companyId === companyId)
    await Promise.all(entries.map((entry) => this.#reports.giveBack(entry)))
  }

  drop(): void {
    this.#reports.dropAll()
  }

  prune(): void {
    this.#reports.prune()
  }

  close(): Promise<void> {
    return this.#reports.close()
  }

  #entryOf({ companyId, keyId, rpmLimit, tpmLimit, estimateMicros }: CallToAdmit): Entry {
    const entry = this.#reports.find(keyId) ?? this.#reports.add(keyId, new KeyLease({ companyId, keyId }))
    entry.lease.rpmLimit = rpmLimit
    entry.lease.tpmLimit = tpmLimit
    entry.lease.estimateMicros = estimateMicros
    return entry
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
      const wanted = this.#reports.mayAsk(entry, sentAtMs) ? lease.wanted() : nothing
      if (wanted.requests > 0) this.#reports.watch(entry)
      return store.lease({
        companyId,
        keyId,
        rpmLimit,
        tpmLimit,
        holds: holds.map((hold) => open.describe(hold)),
        ended: calls.ended,
        left: sent.left,
        wanted,
        reserveMicros: reserveCalls * lease.estimateMicros,
        processCount: processCount(),
      })
    })
    const { total, lastsMs, shouldRefresh } = answer
    entry.isBooked = total.micros > 0n || total.requests > 0 || total.tokens > 0
    if (shouldRefresh) this.#deps.refresh(companyId)
    if (lastsMs > 0) lease.renew(answer, sent, sentAtMs)
    else lease.drop()
    if (lastsMs > 0 && lease.left.requests > 0 && lease.left.micros >= lease.estimateMicros) return
    this.#reports.askLater(entry)
    if (lastsMs === 0 && entry.isBooked) entry.isDue = true
  }
}
