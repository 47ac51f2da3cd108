// When leases are asked for, reported to Redis and returned. What a lease contains and what a report says is up to its
// owner: `create-leases.ts` for API keys, `address-leases.ts` for client addresses.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { StoreUnavailable } from '../company-store.ts'
import type { StoreGate } from '../store-gate.ts'

/** What this process has left of a lease. */
export type LeaseState = {
  readonly askedAtMs: number
  readonly hasUnreported: boolean
  hasEnded(nowMs: number): boolean
  /** Calls in the last 250 to 500 ms. */
  recentCalls(nowMs: number): number
  /** Nothing more is admitted from what is left, nor from what a report on its way brings. */
  drop(): void
}

/** A lease, and what is under way with Redis for it. */
export type LeaseEntry<Lease> = {
  readonly lease: Lease
  /** Redis may have booked something for this process. */
  isBooked: boolean
  reporting: Promise<void> | undefined
  /** Another report must follow the one that is under way. */
  isDue: boolean
  timer: Timer | undefined
  askAgainAtMs: number
}

export type LeaseReportsDeps<Lease> = {
  clock: Clock
  logger: Pick<Logger, 'error'>
  gate: StoreGate
  /** A lease is asked for once there were this many calls in half a second. */
  callsMin: number
  /** How long after a call it is reported, together with all others since. */
  reportAfterMs: (lease: Lease) => number
  /** A lease that was not used for this long is returned. */
  idleMsMax: (lease: Lease) => number
  /** Sends one report and applies the answer to the lease. */
  send: (entry: LeaseEntry<Lease>) => Promise<void>
  describe: (lease: Lease) => Record<string, string>
}

const sweepEveryMs = 50
// While no lease is granted, because it is recalled or little is left, asking for one is a waste.
const askAgainAfterMs = 100
const forgottenAfterMs = 10_000

export class LeaseReports<Lease extends LeaseState> {
  readonly #deps: LeaseReportsDeps<Lease>
  readonly #entries = new Map<string, LeaseEntry<Lease>>()
  /** The entries that Redis may have booked something for. Only these are swept: there may be thousands of others. */
  readonly #watched = new Set<LeaseEntry<Lease>>()
  #sweeper: Timer | undefined
  #isClosed = false

  constructor(deps: LeaseReportsDeps<Lease>) {
    this.#deps = deps
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#deps.gate.isUp()
  }

  /** Leases that are known, whether or not there is anything left of them. */
  get size(): number {
    return this.#entries.size
  }

  find(name: string): LeaseEntry<Lease> | undefined {
    return this.#entries.get(name)
  }

  add(name: string, lease: Lease): LeaseEntry<Lease> {
    const entry: LeaseEntry<Lease> = {
      lease,
      isBooked: false,
      reporting: undefined,
      isDue: false,
      timer: undefined,
      askAgainAtMs: 0,
    }
    this.#entries.set(name, entry)
    return entry
  }

  filter(isWanted: (lease: Lease) => boolean): LeaseEntry<Lease>[] {
    return [...this.#entries.values()].filter(({ lease }) => isWanted(lease))
  }

  /** A report is due soon, with everything that is taken from the lease until then. */
  schedule(entry: LeaseEntry<Lease>): void {
    entry.timer ??= this.#deps.clock.after(this.#deps.reportAfterMs(entry.lease), () => {
      entry.timer = undefined
      void this.report(entry)
    })
  }

  /** Asks for a lease if there are enough calls for one. */
  askIfBusy(entry: LeaseEntry<Lease>, nowMs: number): void {
    if (this.mayAsk(entry, nowMs)) void this.report(entry)
  }

  mayAsk({ lease, askAgainAtMs }: LeaseEntry<Lease>, nowMs: number): boolean {
    return nowMs >= askAgainAtMs && !this.#isClosed && this.#isBusy(lease, nowMs)
  }

  askLater(entry: LeaseEntry<Lease>): void {
    entry.askAgainAtMs = this.#deps.clock.monotonicMs() + askAgainAfterMs
  }

  /** Resolves when everything that happened before has been reported, or Redis is down. */
  report(entry: LeaseEntry<Lease>): Promise<void> {
    if (entry.reporting) {
      entry.isDue = true
      return entry.reporting
    }
    entry.reporting = this.#sendAll(entry).finally(() => {
      entry.reporting = undefined
    })
    return entry.reporting
  }

  async giveBack(entry: LeaseEntry<Lease>): Promise<void> {
    entry.lease.drop()
    this.askLater(entry)
    if (entry.isBooked || entry.reporting || entry.lease.hasUnreported) await this.report(entry)
  }

  /** Returns the lease to Redis once it is no longer used. Must be called before more of it is requested. */
  watch(entry: LeaseEntry<Lease>): void {
    entry.isBooked = true
    this.#watched.add(entry)
    this.#sweeper ??= this.#deps.clock.after(sweepEveryMs, () => {
      this.#sweeper = undefined
      this.#sweep()
    })
  }

  dropAll(): void {
    for (const { lease } of this.#entries.values()) lease.drop()
  }

  /** Forgets the leases that are no longer used. */
  prune(): void {
    const beforeMs = this.#deps.clock.monotonicMs() - forgottenAfterMs
    for (const [name, { lease, isBooked, reporting }] of this.#entries) {
      if (lease.askedAtMs < beforeMs && !isBooked && !reporting && !lease.hasUnreported)
        this.#entries.delete(name)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#sweeper?.cancel()
    await Promise.all([...this.#entries.values()].map((entry) => this.giveBack(entry)))
  }

  async #sendAll(entry: LeaseEntry<Lease>): Promise<void> {
    do {
      entry.isDue = false
      try {
        await this.#deps.send(entry)
      } catch (thrown) {
        entry.lease.drop()
        // The holds are sent with the next heartbeat, and Redis drops the lease after a few seconds. The gate logs that Redis
        // is down; any other error must not end the process, which serves other companies too.
        if (!(thrown instanceof StoreUnavailable))
          this.#deps.logger.error('lease could not be renewed', {
            ...this.#deps.describe(entry.lease),
            error: thrown,
          })
      }
    } while (entry.isDue)
  }

  #isBusy(lease: Lease, nowMs: number): boolean {
    return lease.recentCalls(nowMs) >= this.#deps.callsMin
  }

  #sweep(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    for (const entry of this.#watched) {
      if (!entry.isBooked) {
        this.#watched.delete(entry)
        continue
      }
      const { lease, reporting } = entry
      const isIdle = lease.askedAtMs < nowMs - this.#deps.idleMsMax(lease)
      // A key that goes on with few calls, or with calls that are too large for its lease, would keep it from the others.
      // A lease that is just being asked for has not begun.
      const isOver = !reporting && (lease.hasEnded(nowMs) || !this.#isBusy(lease, nowMs))
      if ((isIdle || isOver) && this.#deps.gate.isUp()) void this.giveBack(entry)
      if (!this.#isClosed) this.watch(entry)
    }
  }
}
