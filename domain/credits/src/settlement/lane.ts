// One stream of batches to the ledger: while a batch is on its way the next one gathers, so that the busier it is
// the more calls share a commit. Under load a company always uses the same lane, so its batches hardly ever wait for
// each other's locks. A batch whose outcome is unknown, because the answer was lost, is sent again until it is known: call ids
// make that harmless.
import type { FinishedCall } from '@gatehouse/calls/call'
import { sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { backoffMs } from '@gatehouse/runtime/backoff'
import type { AccountState, BatchOutcome, KnownCall } from '../batch-outcome.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'
import { DeliveryMarks, type LaneMarks } from './delivery-marks.ts'
import { type Entry, callToRecord, isCharged } from './entry.ts'
import type { SettlerDeps } from './settler-options.ts'
import { chargedMicros as chargedMicrosOf } from '../sum-batch.ts'
import { takeOldest, takeOneCompany } from './take-batch.ts'

const retryPolicy = { attemptsMax: Number.POSITIVE_INFINITY, firstDelayMs: 20, delayMsMax: 500 }

export type LaneDeps = SettlerDeps & {
  random: () => number
  onClosed: (entry: Entry) => void
  onSent: (size: number, tookMs: number) => void
  /** The lane has nothing to send. */
  onIdle: () => void
}

type Batch = {
  entries: readonly Entry[]
  calls: readonly FinishedCall[]
  send: (marks: LaneMarks) => Promise<BatchOutcome>
}

export type LaneOptions = {
  /** Of this process, in the ledger's list of undelivered calls. */
  number: number
  batchSizeMax: number
  /** Then a batch carries the calls of one company only. */
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

  constructor(deps: LaneDeps, { number, batchSizeMax, isForLargeAnswers = false }: LaneOptions) {
    this.#deps = deps
    this.#size = createBatchSize(batchSizeMax)
    this.#marks = new DeliveryMarks(deps.clock, { processId: deps.processId, lane: number })
    this.#isForLargeAnswers = isForLargeAnswers
  }

  /** Its batch cannot be sent for now; what is pushed waits behind it. */
  get isStuck(): boolean {
    return this.#isStuck
  }

  /** This lane charged the call, and its answer is not delivered yet. */
  isUndelivered(callId: string): boolean {
    return this.#marks.has(callId)
  }

  /** False if this lane did not charge the call. */
  markDelivered(callId: string): boolean {
    return this.#marks.remove(callId)
  }

  /** The ledger's list of undelivered calls is, or may be, out of date. */
  get hasMarksToWrite(): boolean {
    return this.#marks.isDue
  }

  get hasUndelivered(): boolean {
    return !this.#marks.isEmpty
  }

  push(entry: Entry): void {
    this.#queue.push(entry)
    if (!this.#isRunning) {
      this.#isRunning = true
      // Not at once: calls that finish in the same turn of the event loop go down together.
      queueMicrotask(() => void this.#run())
      return
    }
    // A full batch is written out while the one before it is on its way, so that the database need not wait for us.
    if (!this.#ready && this.#queue.length >= this.#size.current()) this.#ready = this.#gather()
  }

  async #run(): Promise<void> {
    let tellCallers = () => {}
    for (let batch = this.#next(); batch; batch = this.#next()) {
      const settled = this.#settle(batch)
      // Those of the batch before are told when this one is already on its way.
      tellCallers()
      tellCallers = await settled
    }
    this.#isRunning = false
    tellCallers()
    this.#deps.onIdle()
  }

  /**
   * Writes the list of undelivered calls, if no batch is there that could carry it. In the lane's order: a list that
   * overtook a batch would leave out what the batch has charged.
   */
  async writeMarks(): Promise<void> {
    if (this.#isRunning || !this.#marks.isDue) return
    this.#isRunning = true
    const forgotten = this.#marks.takeForgotten()
    if (forgotten.length > 0) {
      this.#deps.logger.error('the delivery of charged calls was never reported', { call_ids: forgotten })
    }
    try {
      await this.#deps.writeMarks(this.#marks.next())
    } catch (thrown) {
      this.#marks.writeAgain()
      this.#deps.logger.warn('the list of undelivered calls could not be written yet', { error: thrown })
    }
    await this.#run()
  }

  #next(): Batch | undefined {
    const ready = this.#ready ?? this.#gather()
    this.#ready = undefined
    // Given up since it was written out: it must not be charged any more.
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

  /** Closes every call of the batch; what it returns tells those who wait. */
  async #settle(first: Batch): Promise<() => void> {
    let batch = first
    for (let attempt = 1; ; attempt += 1) {
      try {
        const outcome = await this.#send(batch)
        const { entries, calls } = batch
        if (outcome.kind === 'settled') return () => this.#tell({ entries, calls }, outcome.accounts)
        const rest = this.#takeOutKnown(entries, outcome.calls)
        if (rest.length === 0) return () => {}
        batch = this.#prepare(rest)
      } catch (thrown) {
        if (!isUnavailable(thrown)) return this.#isolate(batch.entries, thrown)
        // Once may be a collision; twice is a database that is away.
        this.#isStuck = attempt > 1
        // A large answer may be what takes too long, and its charge must not fail for it.
        if (this.#isForLargeAnswers) leaveOutAnswers(batch.entries)
        // Whether the batch arrived is unknown; its ids make it harmless to send it again.
        await sleep(this.#deps.clock, backoffMs(retryPolicy, Math.min(attempt, 10), this.#deps.random))
        batch = this.#prepare(batch.entries)
      }
    }
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
      if (outcome.kind === 'settled') this.#marks.add(charged)
      else this.#marks.writeAgain()
      return outcome
    } catch (thrown) {
      this.#marks.writeAgain()
      throw thrown
    }
  }

  #tell({ entries, calls }: Omit<Batch, 'send'>, accounts: readonly AccountState[]): void {
    // Given up while the batch was on its way: it is over only when the charge was given back.
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
      // What another attempt charged belongs to the caller of that attempt, who may have its answer.
      const isOwnCharge = isOwn && status === 'SUCCEEDED' && isCharged(entry.call)
      if (isOwnCharge && !entry.isDelivered) this.#marks.add([id])
      if (isOwnCharge && entry.isGivenUp) void this.#giveBack(entry)
      else this.#closeKnown(entry)
      entry.waiter.resolve({ kind: 'known', status })
      return false
    })
  }

  /** The statement itself was refused: finds the call that is to blame, so that the others are not held up. */
  async #isolate(entries: readonly Entry[], thrown: unknown): Promise<() => void> {
    const [only, ...others] = entries
    if (only && others.length === 0) return this.#refuse(only, thrown)
    const middle = Math.ceil(entries.length / 2)
    for (const half of [entries.slice(0, middle), entries.slice(middle)]) {
      const tellCallers = await this.#settle(this.#prepare(half))
      tellCallers()
    }
    return () => {}
  }

  /** It cannot be recorded as it is, so it is recorded as not charged; if not even that can be, there is no record. */
  #refuse(entry: Entry, thrown: unknown): Promise<() => void> | (() => void) {
    const hasFailed = callToRecord(entry).end.kind === 'failed'
    this.#deps.logger.error('a call was refused by the ledger', { error: thrown, call_id: entry.call.id })
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
        this.#deps.logger.warn('a charge could not be given back yet', {
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
