// Every call that any store holds credits for or that has started, and which stores have its hold.
import type { Host } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { parseLeases } from '../redis/leases.ts'
import type { HoldRow } from '../servers/hold-rows.ts'

export type AuditedCall = {
  readonly callId: string
  readonly companyId: string
  readonly keyId: string
  readonly alias: string
  readonly estimateMicros: bigint
  host: Host | undefined
  isInRedis: boolean
  isInTable: boolean
  /** It was admitted from a lease, and Redis has never had its hold. */
  isLeased: boolean
  /** When Postgres got the hold. */
  tableAtMs: number
  /** The call was admitted, and its process has begun to serve it. */
  isStarted: boolean
  startedAtMs: number
  isRecorded: boolean
  /** When it stopped being open. */
  closedAtMs: number
  /** When a store last lost its hold. */
  lostAtMs: number
}

export class AuditedCalls {
  readonly #scheduler: Scheduler
  readonly #calls = new Map<string, AuditedCall>()
  readonly #byCompany = new Map<string, Set<AuditedCall>>()
  #inTable = new Set<string>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  get(callId: string): AuditedCall | undefined {
    return this.#calls.get(callId)
  }

  all(): Iterable<AuditedCall> {
    return this.#calls.values()
  }

  /** The calls of which a store has a hold. */
  held(): readonly string[] {
    return [...this.#calls.values()].filter(isHeld).map(({ callId }) => callId)
  }

  get heldCount(): number {
    let count = 0
    for (const call of this.#calls.values()) if (isHeld(call)) count += 1
    return count
  }

  /** Calls that are not closed. */
  openOf(companyId: string): readonly AuditedCall[] {
    return [...(this.#byCompany.get(companyId) ?? [])].filter(isOpen)
  }

  /** Calls that were open at some time since then. */
  since(atMs: number): readonly AuditedCall[] {
    return [...this.#calls.values()].filter((call) => isOpen(call) || call.closedAtMs >= atMs)
  }

  start(callId: string, host: Host): void {
    const call = this.#calls.get(callId)
    if (!call) return this.#scheduler.violate(`${callId} was started without a hold`)
    call.isStarted = true
    call.host = host
    call.startedAtMs = this.#scheduler.nowMs
  }

  /** A process has admitted the call from a lease. */
  lease(
    call: Pick<AuditedCall, 'callId' | 'companyId' | 'keyId' | 'alias' | 'estimateMicros'>,
    host: Host,
  ): void {
    Object.assign(this.#open(call), {
      host,
      isLeased: true,
      isStarted: true,
      startedAtMs: this.#scheduler.nowMs,
    })
  }

  record(callId: string): void {
    const call = this.#calls.get(callId)
    if (!call) return
    call.isRecorded = true
    call.closedAtMs = this.#scheduler.nowMs
  }

  /** Follows which holds Redis has, and checks its sums. */
  observeAccount(companyId: string, account: ReadonlyMap<string, string>): void {
    const held = new Set<string>()
    let sum = 0n
    for (const [callId, value] of account) {
      const hold = holdField.exec(value)
      if (!hold) continue
      const [, estimate = '0', keyId = '', alias = ''] = hold
      const estimateMicros = BigInt(estimate)
      sum += estimateMicros
      held.add(callId)
      const call = this.#open({ callId, companyId, keyId, alias, estimateMicros })
      call.isInRedis = true
      call.isLeased = false
    }
    for (const call of this.#byCompany.get(companyId) ?? [])
      if (call.isInRedis && !held.has(call.callId)) this.#leave(call, 'isInRedis')
    const [balance, effective] = [BigInt(account.get('balance') ?? 0), BigInt(account.get('effective') ?? 0)]
    const leased = leasedMicros(account)
    if (effective !== balance - sum - leased)
      this.#scheduler.violate(
        `holds of ${companyId}: effective ${effective}, but balance ${balance} − ${sum} held − ${leased} leased`,
      )
  }

  /** Follows which holds Postgres has; returns the companies of which that has changed. */
  observeTable(rows: ReadonlyMap<string, HoldRow>): ReadonlySet<string> {
    const changed = new Set<string>()
    if (rows.size === 0 && this.#inTable.size === 0) return changed
    for (const row of rows.values()) {
      if (this.#inTable.has(row.callId)) continue
      Object.assign(this.#open(row), { isInTable: true, tableAtMs: this.#scheduler.nowMs })
      changed.add(row.companyId)
    }
    for (const callId of this.#inTable) {
      const call = this.#calls.get(callId)
      if (!call || rows.has(callId)) continue
      this.#leave(call, 'isInTable')
      changed.add(call.companyId)
    }
    this.#inTable = new Set(rows.keys())
    return changed
  }

  lose(store: 'redis' | 'table'): void {
    const place = store === 'redis' ? 'isInRedis' : 'isInTable'
    for (const call of this.#calls.values()) {
      if (!call[place]) continue
      call[place] = false
      call.lostAtMs = this.#scheduler.nowMs
      this.#close(call)
    }
    if (store === 'table') this.#inTable = new Set()
  }

  #open(hold: Pick<AuditedCall, 'callId' | 'companyId' | 'keyId' | 'alias' | 'estimateMicros'>): AuditedCall {
    const known = this.#calls.get(hold.callId)
    if (known) return known
    const { callId, companyId, keyId, alias, estimateMicros } = hold
    const call: AuditedCall = {
      callId,
      companyId,
      keyId,
      alias,
      estimateMicros,
      host: undefined,
      isInRedis: false,
      isInTable: false,
      isLeased: false,
      tableAtMs: 0,
      isStarted: false,
      startedAtMs: 0,
      isRecorded: false,
      closedAtMs: Number.NEGATIVE_INFINITY,
      lostAtMs: Number.NEGATIVE_INFINITY,
    }
    this.#calls.set(callId, call)
    const ofCompany = this.#byCompany.get(companyId) ?? new Set()
    this.#byCompany.set(companyId, ofCompany.add(call))
    return call
  }

  /** A hold was removed: it must not be the last trace of a call that still runs. */
  #leave(call: AuditedCall, place: 'isInRedis' | 'isInTable'): void {
    call[place] = false
    if (call.isStarted && !call.isRecorded && !call.isInRedis && !call.isInTable)
      this.#scheduler.violate(`the hold of ${call.callId} was released before the call was closed`)
    this.#close(call)
  }

  #close(call: AuditedCall): void {
    if (!isOpen(call)) call.closedAtMs = this.#scheduler.nowMs
  }
}

/** What all leases of the company are worth. */
export function leasedMicros(account: ReadonlyMap<string, string>): bigint {
  return parseLeases(account.get('leases')).reduce((sum, { micros }) => sum + BigInt(micros), 0n)
}

const holdField = /^(\d+) \d+ \d+ \d+ (\S+) \S+ (.+)$/

function isHeld({ isInRedis, isInTable }: AuditedCall): boolean {
  return isInRedis || isInTable
}

function isOpen({ isRecorded, isStarted, isInRedis, isInTable }: AuditedCall): boolean {
  return !isRecorded && (isStarted || isInRedis || isInTable)
}

export function sumOpen(calls: Iterable<AuditedCall>): bigint {
  let sum = 0n
  for (const { estimateMicros } of calls) sum += estimateMicros
  return sum
}
