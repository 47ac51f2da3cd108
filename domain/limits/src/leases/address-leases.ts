// Admits the requests of busy client addresses without asking Redis, as `create-leases.ts` does for API keys. A lease is a
// part of the address's window: Redis counts it as used from the moment at which it grants it.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Rate, toRate } from '../admission.ts'
import type { AddressLeaseAnswer, AddressWindows } from '../company-store.ts'
import { bucketMsOf } from '../local/sliding-window.ts'
import type { StoreGate } from '../store-gate.ts'
import type { LeaseOptions } from './create-leases.ts'
import { type LeaseEntry, LeaseReports, type LeaseState } from './lease-reports.ts'
import { RecentDemand } from './recent-demand.ts'

export type AddressLeases = {
  /** Admits a request of the address if this process's lease covers it. */
  take(range: string): Rate | undefined
  /** Returns this process's lease of the address; resolves when Redis has it. */
  giveBack(range: string): Promise<void>
  /** Admits nothing more from any lease, because Redis is down. */
  drop(): void
  /** Forgets addresses that are no longer used. */
  prune(): void
  close(): Promise<void>
}

export type AddressLeasesDeps = {
  clock: Clock
  logger: Pick<Logger, 'error'>
  gate: StoreGate
  windows: Pick<AddressWindows, 'lease'>
  processCount: () => number
  /** Requests per address and window. */
  limit: number
  windowMs: number
  onTaken: () => void
}

/** What this process has left of its lease of an address. */
class AddressLease implements LeaseState {
  readonly range: string
  left = 0
  used = 0
  resetMs = 0
  /** Requests that Redis has not counted yet. */
  unreported = 0
  drops = 0
  readonly demand = new RecentDemand()
  #endsAtMs = 0

  constructor(range: string) {
    this.range = range
  }

  get askedAtMs(): number {
    return this.demand.askedAtMs
  }

  get hasUnreported(): boolean {
    return this.unreported > 0
  }

  recentCalls(nowMs: number): number {
    return this.demand.calls(nowMs)
  }

  hasEnded(nowMs: number): boolean {
    return nowMs >= this.#endsAtMs
  }

  take(): void {
    this.left -= 1
    this.used += 1
    this.unreported += 1
  }

  /** `leftWhenSent` is what was left when the report was sent: requests may have been admitted since. */
  renew({ total, lastsMs, used, resetMs }: AddressLeaseAnswer, leftWhenSent: number, sentAtMs: number): void {
    const taken = leftWhenSent - this.left
    this.left = Math.max(0, total - taken)
    this.used = used + taken
    this.resetMs = resetMs
    this.#endsAtMs = sentAtMs + lastsMs
  }

  drop(): void {
    this.left = 0
    this.#endsAtMs = 0
    this.drops += 1
  }
}

// A client with many addresses must not fill the memory. Redis decides each request of the addresses beyond this number.
const addressesMax = 10_000

// Another process may need a request of an address whose window is nearly used up, and its caller waits until all leases
// have been reported. Until then, reports and returns would only cost as much as asking Redis about each request.
const scarceAbove = 0.8
const bucketsPerReport = { scarce: 1, plenty: 3 }
const idleMsMax = { scarce: 100, plenty: 400 }

export function createAddressLeases(
  deps: AddressLeasesDeps,
  // The limit of an address allows ten requests a second, so two in a row are worth a lease.
  { callsMin = 2 }: LeaseOptions = {},
): AddressLeases {
  const { clock, limit, windowMs, onTaken } = deps
  const stateOf = ({ used }: AddressLease) => (used > limit * scarceAbove ? 'scarce' : 'plenty')
  const reports: LeaseReports<AddressLease> = new LeaseReports({
    ...deps,
    callsMin,
    // Requests are counted when they are reported, at most half a second late.
    reportAfterMs: (lease) => bucketsPerReport[stateOf(lease)] * bucketMsOf(windowMs),
    idleMsMax: (lease) => idleMsMax[stateOf(lease)],
    send: (entry) => sendReport(deps, reports, entry),
    describe: ({ range }: AddressLease) => ({ client_address: range }),
  })
  const addLease = (range: string) => reports.add(range, new AddressLease(range))
  return {
    take(range) {
      if (!reports.isOpen) return undefined
      const nowMs = clock.monotonicMs()
      const entry = reports.find(range) ?? (reports.size < addressesMax ? addLease(range) : undefined)
      if (!entry) return undefined
      const { lease } = entry
      lease.demand.add(nowMs)
      if (lease.left < 1 || lease.hasEnded(nowMs)) {
        reports.askIfBusy(entry, nowMs)
        return undefined
      }
      lease.take()
      reports.schedule(entry)
      onTaken()
      return toRate(limit, lease.used, lease.resetMs)
    },
    async giveBack(range) {
      const entry = reports.find(range)
      if (entry) await reports.giveBack(entry)
    },
    drop: () => reports.dropAll(),
    prune: () => reports.prune(),
    close: () => reports.close(),
  }
}

async function sendReport(
  { clock, gate, windows, processCount, limit }: AddressLeasesDeps,
  reports: LeaseReports<AddressLease>,
  entry: LeaseEntry<AddressLease>,
): Promise<void> {
  const { lease } = entry
  let sent = { left: 0, wanted: 0, drops: 0, atMs: 0 }
  const answer = await gate.run(() => {
    // A repeat does not send the same requests again: Redis may have counted them, and if they were counted twice, a
    // request could be refused. It sends what was taken meanwhile.
    const used = lease.unreported
    lease.unreported = 0
    const { left, drops } = lease
    const atMs = clock.monotonicMs()
    const wanted = reports.mayAsk(entry, atMs) ? Math.max(0, lease.demand.total().calls - left) : 0
    sent = { left, wanted, drops, atMs }
    if (wanted > 0) reports.watch(entry)
    return windows.lease({ range: lease.range, limit, used, left, wanted, processCount: processCount() })
  })
  entry.isBooked = answer.total > 0
  if (answer.lastsMs === 0) lease.drop()
  else if (lease.drops === sent.drops) lease.renew(answer, sent.left, sent.atMs)
  // Little is left of the window, or the lease was recalled.
  if (answer.total < sent.left + sent.wanted) reports.askLater(entry)
  if (lease.left > 0) return
  // What was granted for a lease that was dropped meanwhile is returned.
  if (entry.isBooked && lease.hasEnded(clock.monotonicMs())) entry.isDue = true
}
