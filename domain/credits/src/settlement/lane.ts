// One stream of batches to the ledger: while a batch is on its way the next one gathers, so that the busier it is
// the more calls share a commit. Under load a company always uses the same lane, so its batches hardly ever wait for
// each other's locks. A batch whose outcome is unknown, because the answer was lost, is sent again until it is known: call ids
// make that harmless.
import type { FinishedCall } from '@gatehouse/calls/call'
import { sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { backoffMs } from '@gatehouse/runtime/retry'
import type { AccountState, BatchOutcome, KnownCall } from '../batch-outcome.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'
import { type Entry, callToRecord, isCharged } from './entry.ts'
import type { SettlerDeps } from './settler-options.ts'
import { takeOldest, takeOneCompany } from './take-batch.ts'

const retryPolicy = { attemptsMax: Number.POSITIVE_INFINITY, firstDelayMs: 20, delayMsMax: 500 }

export type LaneDeps = SettlerDeps & {
  random: () => number
  onClosed: (entry: Entry) => void
  onSent: (size: number, tookMs: number) => void
}

type Batch = { entries: readonly Entry[]; calls: readonly FinishedCall[]; send: () => Promise<BatchOutcome> }

export class Lane {
  readonly #deps: LaneDeps
  readonly #size: BatchSize
  /** Then a batch carries the calls of one company only. */
  readonly #isForLargeAnswers: boolean
  #queue: Entry[] = []
  #ready: Batch | undefined
  #isRunning = false
  #isStuck = false

  constructor(deps: LaneDeps, batchSizeMax: number, { isForLargeAnswers = false } = {}) {
    this.#deps = deps
    this.#size = createBatchSize(batchSizeMax)
    this.#isForLargeAnswers = isForLargeAnswers
  }

  /** Its batch cannot be sent for now; what is pushed waits behind it. */
  get isStuck(): boolean {
    return this.#isStuck
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

  async #send({ calls, send }: Batch): Promise<BatchOutcome> {
    const startedMs = this.#deps.clock.monotonicMs()
    const outcome = await send()
    this.#isStuck = false
    const tookMs = this.#deps.clock.monotonicMs() - startedMs
    this.#size.observe(calls.length, tookMs)
    this.#deps.onSent(calls.length, tookMs)
    return outcome
  }

  #tell({ entries, calls }: Omit<Batch, 'send'>, accounts: readonly AccountState[]): void {
    // Given up while the batch was on its way: it is over only when the charge was given back.
    const isOwed = (index: number) => entries[index]?.isGivenUp && isCharged(calls[index])
    const isAnyOwed = entries.some((_entry, index) => isOwed(index))
    this.#deps.onBatch?.(isAnyOwed ? calls.filter((_call, index) => !isOwed(index)) : calls, accounts)
    const byCompany = new Map(accounts.map((account) => [account.companyId, account]))
    entries.forEach((entry, index) => {
      const account = byCompany.get(entry.call.companyId)
      if (isOwed(index)) void this.#giveBack(entry)
      else this.#deps.onClosed(entry)
      if (account) entry.waiter.resolve({ kind: 'settled', ...account })
    })
  }

  #takeOutKnown(entries: readonly Entry[], known: readonly KnownCall[]): readonly Entry[] {
    const statuses = new Map(known.map(({ id, status }) => [id, status]))
    return entries.filter((entry) => {
      const status = statuses.get(entry.call.id)
      if (status === undefined) return true
      if (entry.isGivenUp && status === 'SUCCEEDED' && isCharged(entry.call)) void this.#giveBack(entry)
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
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#deps.giveBack(entry.call)
        return this.#closeKnown(entry)
      } catch (thrown) {
        this.#deps.logger.warn('a charge could not be given back yet', {
          error: thrown,
          call_id: entry.call.id,
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
