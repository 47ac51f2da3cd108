// The rules of `lane.ts` and `create-settler.ts` in the simplest form: sequential batches, resent until their outcome
// is known; a call that was given up is recorded as failed, or refunded if it was charged after all.
import type { FinishedCall } from '@gatehouse/calls/call'
import { type Coroutine, deliver, sleep, spawn } from '../engine/coroutine.ts'
import {
  type SettleEnd,
  type Settler,
  type SettlerDeps,
  settleDeadlineMs,
  settleQueueMax,
} from './settler.ts'

type Entry = { call: FinishedCall; onEnd: (end: SettleEnd) => void; isGivenUp: boolean; isEnded: boolean }

const batchSizeMax = 5

export class ModelSettler implements Settler {
  readonly #deps: SettlerDeps
  readonly #pending = new Map<string, Entry>()
  #queue: Entry[] = []
  #isRunning = false

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  settle(call: FinishedCall, onEnd: (end: SettleEnd) => void): void {
    const { scheduler, host } = this.#deps
    // A call that is still pending was given up before, so a repeated request is rejected again, like one that finds
    // the queue full.
    if (this.#pending.has(call.id) || this.#pending.size >= settleQueueMax) return onEnd({ kind: 'rejected' })
    const entry: Entry = { call, onEnd, isGivenUp: false, isEnded: false }
    this.#pending.set(call.id, entry)
    this.#queue.push(entry)
    scheduler.after(settleDeadlineMs, () => deliver(scheduler, host, () => this.#giveUp(entry)))
    if (this.#deps.bug === 'sends-done-before-commit') this.#end(entry, { kind: 'settled' })
    if (this.#isRunning) return
    this.#isRunning = true
    spawn(scheduler, host, this.#run())
  }

  *#run(): Coroutine<void> {
    while (this.#queue.length > 0) {
      yield* sleep(1)
      const entries = this.#queue.splice(0, batchSizeMax)
      yield* this.#settleBatch(entries)
    }
    this.#isRunning = false
  }

  *#settleBatch(first: readonly Entry[]): Coroutine<void> {
    const { postgres, bug } = this.#deps
    let entries = first
    for (let attempt = 1; entries.length > 0; attempt += 1) {
      const calls = entries.map((entry) => this.#toRecord(entry, attempt))
      if (bug === 'releases-before-commit') this.#deps.onBatch(calls, [])
      const answer = yield* postgres.ask(`settles ${describe(calls)}`, (server) => server.settle(calls))
      if (!answer.isOk) {
        yield* sleep(this.#deps.scheduler.random.between(20, 500))
        continue
      }
      if (answer.value.kind === 'settled') {
        const { accounts } = answer.value
        this.#deps.onBatch(calls, accounts)
        entries.forEach((entry, index) =>
          this.#close(entry, calls[index]?.end.kind === 'succeeded', { kind: 'settled' }),
        )
        return
      }
      const statuses = new Map(answer.value.calls.map(({ id, status }) => [id, status]))
      entries = entries.filter((entry) => {
        const status = statuses.get(entry.call.id)
        if (status)
          this.#close(entry, status === 'SUCCEEDED' && bug !== 'keeps-lost-charges', {
            kind: 'known',
            status,
          })
        return status === undefined
      })
    }
  }

  #toRecord({ call, isGivenUp }: Entry, attempt: number): FinishedCall {
    if (this.#deps.bug === 'resends-under-a-new-id' && attempt > 1)
      return { ...call, id: `${call.id}-${attempt}` }
    if (!isGivenUp || this.#deps.bug === 'keeps-late-charges') return call
    return { ...call, end: { kind: 'failed', reason: 'settle_unavailable' } }
  }

  #close(entry: Entry, isCharged: boolean, end: SettleEnd): void {
    const { scheduler, host, bug } = this.#deps
    if (entry.isGivenUp && isCharged && bug !== 'keeps-late-charges') {
      spawn(scheduler, host, this.#giveBack(entry))
      return
    }
    this.#pending.delete(entry.call.id)
    this.#end(entry, end)
  }

  *#giveBack({ call: { id } }: Entry): Coroutine<void> {
    const { scheduler, postgres } = this.#deps
    for (;;) {
      const answer = yield* postgres.ask(`gives back ${id}`, (server) => server.giveBack(id))
      if (answer.isOk) break
      yield* sleep(scheduler.random.between(20, 500))
    }
    this.#pending.delete(id)
  }

  #giveUp(entry: Entry): void {
    if (entry.isEnded) return
    entry.isGivenUp = true
    this.#end(entry, { kind: 'rejected' })
  }

  #end(entry: Entry, end: SettleEnd): void {
    if (entry.isEnded) return
    entry.isEnded = true
    entry.onEnd(end)
  }
}

function describe(calls: readonly FinishedCall[]): string {
  return calls.map(({ id, end }) => `${id} ${end.kind}`).join(', ')
}
