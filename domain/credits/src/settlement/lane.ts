// One sequence of batches to the ledger: while a batch is in flight the next one gathers, so that more calls share a
// commit under load. Under load a company always uses the same lane, so its batches rarely wait for each other's locks.
// A batch whose outcome is unknown, because the reply was lost, is sent again until it is known: call ids make that
// idempotent.
import type { FinishedCall } from '@gatehouse/calls/call'
import { backoffMs } from '@gatehouse/runtime/backoff'
import { sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { chargedMicros as chargedMicrosOf } from '../sum-batch.ts'
import { type LaneMarks, DeliveryMarks } from './delivery-marks.ts'
import { type Entry, callToRecord, isCharged } from './entry.ts'
import type { AccountState, BatchOutcome, KnownCall, SettlerDeps } from './settler-options.ts'
import { type BatchSize, createBatchSize, takeOldest, takeOneCompany } from './take-batch.ts'

const retryPolicy = { attemptsMax: Number.POSITIVE_INFINITY, firstDelayMs: 20, delayMsMax: 500 }

export type LaneDeps = SettlerDeps & {
  random: () => number
  onClosed: (entry: Entry) => void
  onSent: (size: number, tookMs: number) => void
  /** Called when the lane has nothing to send. */
  onIdle: () => void
}

type Batch = {
  entries: readonly Entry[]
  calls: readonly FinishedCall[]
  send: (marks: LaneMarks) => Promise<BatchOutcome>
}

export type LaneOptions = {
  /** Number of the lane within this process, in the ledger's list of undelivered calls. */
  number: number
  batchSizeMax: number
  /** If true, a batch contains calls of one company only. */
  isForLargeAnswers?: boolean
}

export class Lane {
  readonly #deps: LaneDeps
  readonly #size: BatchSize
  readonly #marks: DeliveryMarks
  readonly #isForLargeAnswers: boolean
  #queue: Entry[] = []
  #ready: Batch | undefined
  #isRunning = false
  #isStuck = false
  #wake = new AbortController()

  constructor(deps: LaneDeps, { number, batchSizeMax, isForLargeAnswers = false }: LaneOptions) {
    this.#deps = deps
    this.#size = createBatchSize(batchSizeMax)
    this.#marks = new DeliveryMarks(deps.clock, { processId: deps.processId, lane: number })
    this.#isForLargeAnswers = isForLargeAnswers
  }

  /** Whether the lane's batch cannot be sent at present; calls pushed now wait behind it. */
  get isStuck(): boolean {
    return this.#isStuck
  }

  /** Ends the pause before the next attempt, because another lane has just reached the ledger. */
  retryNow(): void {
    if (this.#isStuck) this.#wake.abort()
  }

  /** Whether this lane charged the call and its answer is not delivered yet. */
  isUndelivered(callId: string): boolean {
    return this.#marks.has(callId)
  }

  /** Returns false if this lane did not charge the call. */
  markDelivered(callId: string): boolean {
    return this.#marks.remove(callId)
  }

  /** Whether the ledger's list of undelivered calls is, or may be, stale. */
  get hasMarksToWrite(): boolean {
    return this.#marks.isDue
  }

  get hasUndelivered(): boolean {
    return !this.#marks.isEmpty
  }

  /** Calls that were delivered a while ago and that the lane's row still names, because a batch is in flight. */
  lateDeliveries(): readonly string[] {
    return this.#isRunning ? this.#marks.late() : []
  }

  push(entry: Entry): void {
    this.#queue.push(entry)
    if (!this.#isRunning) {
      this.#isRunning = true
      // Deferred to a microtask, so that calls that finish in the same turn of the event loop share a batch.
      queueMicrotask(() => void this.#run())
      return
    }
    // Prepare a full batch while the previous one is in flight, so that the database need not wait for this process.
    if (!this.#ready && this.#queue.length >= this.#size.current()) this.#ready = this.#gather()
  }

  async #run(): Promise<void> {
    let notifyCallers = () => {}
    for (let batch = this.#next(); batch; batch = this.#next()) {
      const settled = this.#settle(batch)
      // Callers of the previous batch are notified after this one was sent.
      notifyCallers()
      notifyCallers = await settled
    }
    this.#isRunning = false
    notifyCallers()
    this.#deps.onIdle()
  }

  /**
   * Writes the list of undelivered calls if there is no batch to write it with. Never runs concurrently with a batch: a
   * list that overtook a batch would omit the calls that the batch has charged.
   */
  async writeMarks(): Promise<void> {
    if (this.#isRunning || !this.#marks.isDue) return
    this.#isRunning = true
    const forgotten = this.#marks.takeForgotten()
    if (forgotten.length > 0) {
      this.#deps.logger.error('delivery of charged calls was never reported', { call_ids: forgotten })
    }
    try {
      await this.#deps.writeMarks(this.#marks.next())
      this.#marks.recorded()
    } catch (thrown) {
      this.#marks.writeAgain()
      this.#deps.logger.warn('undelivered calls could not be recorded yet', { error: thrown })
    }
    await this.#run()
  }

  #next(): Batch | undefined {
    const ready = this.#ready ?? this.#gather()
    this.#ready = undefined
    // An entry was given up after the batch was prepared: it must no longer be charged.
    return ready?.entries.some((entry) => entry.isGivenUp) ? this.#prepare(ready.entries) : ready
  }

  #gather(): Batch | undefined {
    if (this.#queue.length === 0) return undefined
    const { taken, left } = this.#isForLargeAnswers
      ? takeOneCompany(this.#queue)
      : takeOldest(this.#queue, this.#size.current())
    this.#queue = left
    return this.#prepare(taken)
  }

  #prepare(entries: readonly Entry[]): Batch {
    const calls = entries.map(callToRecord)
    return { entries, calls, send: this.#deps.prepareBatch(calls) }
  }

  /** Closes every call of the batch; returns a function that notifies their callers. */
  async #settle(first: Batch): Promise<() => void> {
    let batch = first
    for (let attempt = 1; ; attempt += 1) {
      try {
        const outcome = await this.#send(batch)
        const { entries, calls } = batch
        if (outcome.kind === 'settled') return () => this.#notify({ entries, calls }, outcome.accounts)
        const rest = this.#takeOutKnown(entries, outcome.calls)
        if (rest.length === 0) return () => {}
        batch = this.#prepare(rest)
      } catch (thrown) {
        if (!isUnavailable(thrown)) return this.#isolate(batch, thrown)
        // One failure may be a conflict with another transaction; two mean that the database is down.
        this.#isStuck = attempt > 1
        // A large answer may be the cause of the delay, and the charge must not fail because of it.
        if (this.#isForLargeAnswers) leaveOutAnswers(batch.entries)
        // It is unknown whether the batch arrived; its ids make it safe to send it again.
        await this.#pause(attempt)
        batch = this.#prepare(batch.entries)
      }
    }
  }

  async #pause(attempt: number): Promise<void> {
    this.#wake = new AbortController()
    const delayMs = backoffMs(retryPolicy, Math.min(attempt, 10), this.#deps.random)
    await sleep(this.#deps.clock, delayMs, this.#wake.signal)
  }

  async #send({ entries, calls, send }: Batch): Promise<BatchOutcome> {
    const startedMs = this.#deps.clock.monotonicMs()
    const isToDeliver = (call: FinishedCall, index: number) => isCharged(call) && !entries[index]?.isDelivered
    const charged = calls.filter(isToDeliver).map(({ id }) => id)
    const outcome = await this.#sendMarked(send, charged)
    this.#isStuck = false
    const tookMs = this.#deps.clock.monotonicMs() - startedMs
    this.#size.observe(calls.length, tookMs)
    this.#deps.onSent(calls.length, tookMs)
    return outcome
  }

  async #sendMarked(send: Batch['send'], charged: readonly string[]): Promise<BatchOutcome> {
    try {
      const outcome = await send(this.#marks.next(charged))
      if (outcome.kind === 'settled') {
        this.#marks.recorded()
        this.#marks.add(charged)
      } else this.#marks.writeAgain()
      return outcome
    } catch (thrown) {
      this.#marks.writeAgain()
      throw thrown
    }
  }

  #notify({ entries, calls }: Omit<Batch, 'send'>, accounts: readonly AccountState[]): void {
    // A call that was given up while the batch was in flight is closed only once its charge was given back.
    const isOwed = (index: number) => entries[index]?.isGivenUp && isCharged(calls[index])
    const isAnyOwed = entries.some((_entry, index) => isOwed(index))
    this.#deps.onBatch?.(isAnyOwed ? calls.filter((_call, index) => !isOwed(index)) : calls, accounts)
    const byCompany = new Map(accounts.map((account) => [account.companyId, account]))
    entries.forEach((entry, index) => {
      const account = byCompany.get(entry.call.companyId)
      if (entry.isDelivered) this.#marks.remove(entry.call.id)
      if (isOwed(index)) void this.#giveBack(entry)
      else this.#deps.onClosed(entry)
      if (account) entry.waiter.resolve({ kind: 'settled', ...account })
    })
  }

  #takeOutKnown(entries: readonly Entry[], known: readonly KnownCall[]): readonly Entry[] {
    const found = new Map(known.map((call) => [call.id, call]))
    return entries.filter((entry) => {
      const { id } = entry.call
      const { status, isOwn = false } = found.get(id) ?? {}
      if (status === undefined) return true
      // A charge made by another attempt belongs to that attempt's caller, who may have the answer.
      const isOwnCharge = isOwn && status === 'SUCCEEDED' && isCharged(entry.call)
      if (isOwnCharge && !entry.isDelivered) this.#marks.add([id])
      if (isOwnCharge && entry.isGivenUp) void this.#giveBack(entry)
      else this.#closeKnown(entry)
      entry.waiter.resolve({ kind: 'known', status })
      return false
    })
  }

  /**
   * The statement itself was refused: finds the offending call by halving the batch, so that the others are not
   * delayed.
   */
  async #isolate({ entries, calls }: Batch, thrown: unknown): Promise<() => void> {
    const [only, ...others] = entries
    if (only && others.length === 0) return this.#refuse(only, thrown, calls[0]?.end.kind === 'failed')
    const middle = Math.ceil(entries.length / 2)
    for (const half of [entries.slice(0, middle), entries.slice(middle)]) {
      const notifyCallers = await this.#settle(this.#prepare(half))
      notifyCallers()
    }
    return () => {}
  }

  /**
   * The call cannot be recorded as it is, so it is recorded as not charged; if that is what was refused (`hasFailed`), it is not
   * recorded. The call may have been given up since it was sent, which says nothing about what was refused.
   */
  #refuse(entry: Entry, thrown: unknown, hasFailed: boolean): Promise<() => void> | (() => void) {
    this.#deps.logger.error('the ledger refused a call', { error: thrown, call_id: entry.call.id })
    entry.waiter.reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
    entry.isGivenUp = true
    if (!hasFailed) return this.#settle(this.#prepare([entry]))
    this.#closeKnown(entry)
    return () => {}
  }

  #closeKnown(entry: Entry): void {
    this.#deps.onKnown?.(entry.call)
    this.#deps.onClosed(entry)
  }

  async #giveBack(entry: Entry): Promise<void> {
    const { id, companyId } = entry.call
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#deps.giveBack({ id, companyId, chargedMicros: chargedMicrosOf(entry.call) })
        this.#marks.remove(id)
        return this.#closeKnown(entry)
      } catch (thrown) {
        this.#deps.logger.warn('charge could not be given back yet', {
          error: thrown,
          call_id: id,
        })
        await sleep(this.#deps.clock, backoffMs(retryPolicy, Math.min(attempt, 10), this.#deps.random))
      }
    }
  }
}

function leaveOutAnswers(entries: readonly Entry[]): void {
  for (const entry of entries) entry.isWithoutAnswer = true
}

function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof Fault && thrown.kind === 'unavailable'
}
