// Reads keys from the database in batches: requests of the same turn of the event loop share a statement. While the
// maximum number of statements is in flight, further requests are gathered for the next one.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { keysUnavailable } from '../key-faults.ts'
import type { CallerKey, FindKeys, FoundKey } from '../key-ports.ts'
import type { ChangeFeed, CoveredRead } from './change-feed.ts'

/** `readAtMs` is when the query was sent, in which epoch of the feed: the result may not include later changes. */
export type LookedUp = CoveredRead & { key: CallerKey | undefined; readAtMs: number }

export type KeyLookUpDeps = {
  clock: Pick<Clock, 'monotonicMs'>
  logger: Logger
  findKeys: FindKeys
  feed: Pick<ChangeFeed, 'epoch'>
}

type Query = {
  hashes: readonly Buffer[]
  ids: readonly string[]
  waiter: PromiseWithResolvers<LookedUp>
}

type Statement = {
  queries: readonly Query[]
  invalidated: Set<string>
  readAtMs: number
  epoch: number
}

const runningMax = 2
const queriesPerStatementMax = 500

export class KeyLookUp {
  readonly #deps: KeyLookUpDeps
  readonly #running = new Set<Statement>()
  #waiting: Query[] = []
  #isScheduled = false
  #isReported = false
  #statements = 0
  #rows = 0

  constructor(deps: KeyLookUpDeps) {
    this.#deps = deps
  }

  get statements(): number {
    return this.#statements
  }

  get rows(): number {
    return this.#rows
  }

  byHashes(hashes: readonly Buffer[]): Promise<LookedUp> {
    return this.#enqueue({ hashes, ids: [] })
  }

  byId(keyId: string): Promise<LookedUp> {
    return this.#enqueue({ hashes: [], ids: [keyId] })
  }

  /** The key, or its company, has changed. Results in flight may predate the change, so they are read again. */
  invalidate(id: string): void {
    for (const { invalidated } of this.#running) invalidated.add(id)
  }

  #enqueue(query: Omit<Query, 'waiter'>): Promise<LookedUp> {
    const waiter = Promise.withResolvers<LookedUp>()
    this.#waiting.push({ ...query, waiter })
    this.#schedule()
    return waiter.promise
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0 || this.#running.size >= runningMax) return
    this.#isScheduled = true
    // Runs after all socket events of this turn; a microtask would run after each of them.
    setImmediate(() => {
      this.#isScheduled = false
      void this.#send()
    })
  }

  async #send(): Promise<void> {
    const queries = this.#waiting.slice(0, queriesPerStatementMax)
    this.#waiting = this.#waiting.slice(queries.length)
    const statement: Statement = {
      queries,
      invalidated: new Set(),
      readAtMs: this.#deps.clock.monotonicMs(),
      epoch: this.#deps.feed.epoch,
    }
    this.#running.add(statement)
    this.#schedule()
    try {
      this.#statements += 1
      const found = await this.#deps.findKeys({
        hashes: queries.flatMap(({ hashes }) => hashes),
        ids: [...new Set(queries.flatMap(({ ids }) => ids))],
      })
      this.#report(undefined)
      this.#rows += found.length
      this.#deliver(statement, found)
    } catch (thrown) {
      this.#report(thrown)
      this.#reject(queries, thrown)
    } finally {
      this.#running.delete(statement)
      this.#schedule()
    }
  }

  #deliver({ queries, invalidated, readAtMs, epoch }: Statement, found: readonly FoundKey[]): void {
    const byName = new Map<string, CallerKey>()
    for (const { key, hash } of found) byName.set(key.id, key).set(hash.toString('latin1'), key)
    const incarnation = found[0]?.incarnation ?? null
    for (const query of queries) {
      const names = [...query.ids, ...query.hashes.map((hash) => hash.toString('latin1'))]
      const key = names.map((name) => byName.get(name)).find((candidate) => candidate !== undefined)
      if (key && mayBeStale(key, invalidated)) this.#waiting.push(query)
      else query.waiter.resolve({ key, readAtMs, epoch, incarnation })
    }
  }

  /** Also rejects the queries that are still waiting: they would only wait for the same failure. */
  #reject(queries: readonly Query[], thrown: unknown): void {
    const fault = keysUnavailable(thrown)
    for (const { waiter } of [...queries, ...this.#waiting.splice(0)]) waiter.reject(fault)
  }

  /** Logs once when an outage begins and once when it ends. */
  #report(error: unknown): void {
    const hasFailed = error !== undefined
    if (hasFailed === this.#isReported) return
    this.#isReported = hasFailed
    if (hasFailed) this.#deps.logger.error('keys cannot be read; calls are refused as unavailable', { error })
    else this.#deps.logger.info('keys can be read again')
  }
}

/** A revoked key stays revoked, regardless of when it was read. */
function mayBeStale({ id, companyId, revokedAt }: CallerKey, invalidated: ReadonlySet<string>): boolean {
  return revokedAt === null && (invalidated.has(id) || invalidated.has(companyId))
}
