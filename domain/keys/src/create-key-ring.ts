// The keys that a gateway process knows. A live key is served from memory, without waiting, if it was read within the
// last four seconds or if the database has stated within this time that the key has not changed since; every other
// result comes from the database. If the database cannot be reached, the ring reports that
// as unavailable: it never rejects a key that it could not look up.
import { hash } from 'node:crypto'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { keyStatus } from './api-key.ts'
import { type Peppers, possibleHashes } from './hash-key.ts'
import { keysUnavailable } from './key-faults.ts'
import { isWellFormedKey, keyLength } from './key-format.ts'
import type {
  CallerKey,
  EndedKey,
  FindKeys,
  KeyChanges,
  KeyStanding,
  ReadKeyChanges,
  SubscribeToKeyEnds,
  TouchKeys,
} from './key-ports.ts'
import { ChangeFeed } from './ring/change-feed.ts'
import { type LookedUp, KeyLookUp } from './ring/key-look-up.ts'
import { type LiveKey, LiveKeys } from './ring/live-keys.ts'
import { type RefusedKeys, createRefusedKeys } from './ring/refused-keys.ts'
import { type AnswerSource, registerRingMetrics } from './ring/ring-metrics.ts'
import { type UseRecorder, createUseRecorder } from './ring/use-recorder.ts'

export type KeyRing = {
  /**
   * Resolves to the live key in the header, or to undefined for any other header. Rejects as unavailable if the key
   * cannot be looked up.
   */
  authenticate(authorization: string | undefined): Promise<CallerKey | undefined>
  /**
   * Returns the revoked or expired key in a header that `authenticate` refused within the last second. For records and
   * logs only: the caller must not learn that the key existed.
   */
  findEnded(authorization: string | undefined): EndedKey | undefined
  /**
   * Calls the listener for every key that was live here and turned out to be revoked or expired, and for every end that
   * another process announces, so that open streams can be cut off. It may be called twice for a key. Returns a
   * function that unsubscribes.
   */
  onKeyEnded(listener: (keyId: string) => void): () => void
  /** Calls the listener when a company was suspended or resumed. From then on `readStanding` returns the new state. */
  onCompanyChanged(listener: (companyId: string) => void): () => void
  /**
   * Reads the present standing, for calls that stay open longer than a few seconds. Rejects as unavailable if it cannot
   * be read.
   */
  readStanding(keyId: string): Promise<KeyStanding>
  close(): Promise<void>
}

export type KeyRingDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  findKeys: FindKeys
  readChanges: ReadKeyChanges
  subscribe: SubscribeToKeyEnds
  touch: TouchKeys
}

export type KeyRingOptions = {
  peppers: Peppers
  /** Maximum number of live keys in memory. */
  liveMax?: number
  /** Maximum number of refused keys in memory, in addition to the live ones. */
  refusedMax?: number
}

// A revocation takes effect within 5 s even if its announcement is lost: 4 s plus the time of a database query.
const usableForMs = 4_000
// A key in use whose changes the feed does not report, because it was read before the feed began or while changes
// cannot be read, is read again long before `usableForMs` has passed, so that no call has to wait.
const refreshAfterMs = 2_000
const refreshAgainAfterMs = 200
const refusedForMs = 1_000
const expiryCheckMs = 1_000
const recordEveryMs = 60_000

const noKey: Promise<undefined> = Promise.resolve(undefined)

export function createKeyRing(deps: KeyRingDeps, options: KeyRingOptions): KeyRing {
  return new Ring(deps, options)
}

class Ring implements KeyRing {
  readonly #deps: KeyRingDeps
  readonly #options: KeyRingOptions
  readonly #live: LiveKeys
  readonly #refused: RefusedKeys
  readonly #feed: ChangeFeed
  readonly #lookUp: KeyLookUp
  readonly #uses: UseRecorder
  readonly #reads = new Map<string, Promise<CallerKey | undefined>>()
  readonly #listeners = new Set<(keyId: string) => void>()
  readonly #companyListeners = new Set<(companyId: string) => void>()
  readonly #subscription: { close(): void }
  readonly #answers: Record<AnswerSource, number> = { memory: 0, database: 0, malformed: 0, unavailable: 0 }
  #expiryTimer: Timer | undefined
  #isClosed = false

  constructor(deps: KeyRingDeps, options: KeyRingOptions) {
    const { liveMax = 100_000, refusedMax = 10_000 } = options
    this.#deps = deps
    this.#options = options
    this.#live = new LiveKeys(liveMax)
    this.#refused = createRefusedKeys(deps.clock, { sizeMax: refusedMax, keptForMs: refusedForMs })
    this.#feed = new ChangeFeed({ ...deps, onChanges: (changes) => this.#onChanges(changes) })
    this.#lookUp = new KeyLookUp({ ...deps, feed: this.#feed })
    this.#uses = createUseRecorder(deps)
    this.#subscription = deps.subscribe(
      (keyId) => this.#onAnnounced(keyId),
      (companyId) => this.#onCompaniesChanged([companyId]),
    )
    registerRingMetrics(deps.metrics, {
      answers: this.#answers,
      live: () => this.#live.size,
      refused: () => this.#refused.size(),
      statements: () => this.#lookUp.statements,
      rows: () => this.#lookUp.rows,
      questions: () => this.#feed.questions,
    })
  }

  authenticate(authorization: string | undefined): Promise<CallerKey | undefined> {
    const rawKey = parseBearerToken(authorization)
    if (rawKey === undefined || rawKey.length !== keyLength) return this.#refuse('malformed')
    const digest = hash('sha256', rawKey, 'binary')
    const known = this.#live.use(digest)
    const nowMs = this.#deps.clock.monotonicMs()
    if (known && this.#isUsable(known, nowMs)) {
      this.#answers.memory += 1
      this.#recordUse(known, nowMs)
      return known.answer
    }
    // Checked only here, because every key in memory was checked before.
    if (!isWellFormedKey(rawKey)) return this.#refuse('malformed')
    if (this.#refused.has(digest)) return this.#refuse('memory')
    return this.#authenticateByDatabase(digest, possibleHashes(this.#options.peppers, rawKey))
  }

  findEnded(authorization: string | undefined): EndedKey | undefined {
    const rawKey = parseBearerToken(authorization)
    if (rawKey === undefined || rawKey.length !== keyLength) return undefined
    return this.#refused.findEnded(hash('sha256', rawKey, 'binary'))
  }

  onKeyEnded(listener: (keyId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onCompanyChanged(listener: (companyId: string) => void): () => void {
    this.#companyListeners.add(listener)
    return () => this.#companyListeners.delete(listener)
  }

  async readStanding(keyId: string): Promise<KeyStanding> {
    const known = this.#live.findById(keyId)
    if (!known) {
      const { key } = await this.#lookUp.byId(keyId)
      return this.#standingOf(key)
    }
    if (this.#isUsable(known, this.#deps.clock.monotonicMs())) return this.#standingOf(known.key)
    const hasJustExpired = this.#live.findById(keyId) === undefined
    return hasJustExpired ? 'ended' : this.#standingOf(await this.#refresh(known))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#expiryTimer?.cancel()
    this.#feed.close()
    this.#subscription.close()
    await this.#uses.close()
  }

  async #authenticateByDatabase(digest: string, hashes: readonly Buffer[]): Promise<CallerKey | undefined> {
    try {
      const key = await this.#read(digest, () => this.#lookUp.byHashes(hashes))
      this.#answers.database += 1
      const known = this.#live.find(digest)
      if (known) this.#recordUse(known, this.#deps.clock.monotonicMs())
      return key
    } catch (thrown) {
      this.#answers.unavailable += 1
      throw thrown
    }
  }

  /** Whether the key may be served from memory now. If it is due for a refresh, starts one in the background. */
  #isUsable(known: LiveKey, nowMs: number): boolean {
    const ageMs = nowMs - Math.max(known.readAtMs, this.#feed.confirmedAtMs(known.epoch))
    if (known.isStale || ageMs >= usableForMs) return false
    if (this.#endIfExpired(known)) return false
    if (ageMs >= refreshAfterMs && nowMs >= known.refreshAtMs) {
      known.refreshAtMs = nowMs + refreshAgainAfterMs
      this.#refreshInBackground(known)
    }
    return true
  }

  /** The error is ignored: the next caller that has to wait for a read gets its own. */
  #refreshInBackground(known: LiveKey): void {
    this.#refresh(known).catch(() => undefined)
  }

  #refresh({ digest, key }: LiveKey): Promise<CallerKey | undefined> {
    return this.#read(digest, () => this.#lookUp.byId(key.id))
  }

  /** Concurrent reads of the same key share one query. */
  #read(digest: string, ask: () => Promise<LookedUp>): Promise<CallerKey | undefined> {
    const running = this.#reads.get(digest)
    if (running) return running
    const read = ask()
      .then((lookedUp) => this.#remember(digest, lookedUp))
      .finally(() => this.#reads.delete(digest))
    this.#reads.set(digest, read)
    return read
  }

  #remember(digest: string, lookedUp: LookedUp): CallerKey | undefined {
    const { key, readAtMs } = lookedUp
    if (this.#deps.clock.monotonicMs() - readAtMs >= usableForMs)
      throw keysUnavailable(new Error('the database responded too late'))
    if (!key) {
      this.#refused.add(digest)
      return this.#endRefused(digest)
    }
    const status = this.#statusOf(key)
    if (status === 'live') {
      const epoch = this.#feed.epochOf(lookedUp)
      this.#live.put({ digest, key, readAtMs, refreshAtMs: readAtMs + refreshAfterMs, epoch })
      this.#watchExpiry()
      return key
    }
    this.#refused.add(digest, { id: key.id, companyId: key.companyId, status })
    return this.#endRefused(digest)
  }

  #endRefused(digest: string): undefined {
    const known = this.#live.find(digest)
    if (known) this.#end(known)
  }

  #onAnnounced(keyId: string): void {
    this.#lookUp.invalidate(keyId)
    const known = this.#live.findById(keyId)
    if (known) this.#live.remove(known)
    // Notify even for a key that is not in memory: it may have been evicted while one of its streams is open.
    this.#notify(keyId)
  }

  /**
   * Reads changed keys again immediately, because the open calls of a revoked key must end even if it is not presented
   * any more. Results in flight may predate the change, so they are read again too.
   */
  #onChanges({ keyIds, companyIds }: Pick<KeyChanges, 'keyIds' | 'companyIds'>): void {
    for (const keyId of keyIds) {
      this.#lookUp.invalidate(keyId)
      const known = this.#live.findById(keyId)
      if (!known) continue
      known.isStale = true
      this.#refreshInBackground(known)
    }
    if (companyIds.length > 0) this.#onCompaniesChanged(companyIds)
  }

  /** Drops the companies' keys, so that they are read again, with the company's state, when they are next used. */
  #onCompaniesChanged(companyIds: readonly string[]): void {
    for (const companyId of companyIds) this.#lookUp.invalidate(companyId)
    for (const known of this.#live.findByCompanies(new Set(companyIds))) this.#live.remove(known)
    for (const companyId of companyIds) for (const listener of this.#companyListeners) listener(companyId)
  }

  #endIfExpired(known: LiveKey): boolean {
    if (this.#deps.clock.wallMs() < known.expiresAtMs) return false
    const { id, companyId } = known.key
    this.#refused.add(known.digest, { id, companyId, status: 'expired' })
    this.#end(known)
    return true
  }

  #end(known: LiveKey): void {
    this.#live.remove(known)
    this.#notify(known.key.id)
  }

  #notify(keyId: string): void {
    for (const listener of this.#listeners) {
      try {
        listener(keyId)
      } catch (error) {
        this.#deps.logger.error('key end listener failed', { key: keyId, error })
      }
    }
  }

  /** A key may expire while it is not being presented, and its open streams must end too. */
  #watchExpiry(): void {
    if (this.#isClosed || this.#live.expiring.size === 0) return
    this.#expiryTimer ??= this.#deps.clock.after(expiryCheckMs, () => {
      this.#expiryTimer = undefined
      for (const known of this.#live.expiring) this.#endIfExpired(known)
      this.#watchExpiry()
    })
  }

  #recordUse(known: LiveKey, nowMs: number): void {
    if (nowMs - known.recordedAtMs < recordEveryMs) return
    known.recordedAtMs = nowMs
    this.#uses.add(known.key.id)
  }

  #statusOf(key: CallerKey) {
    return keyStatus(key, new Date(this.#deps.clock.wallMs()))
  }

  #standingOf(key: CallerKey | undefined): KeyStanding {
    if (!key || this.#statusOf(key) !== 'live') return 'ended'
    return key.isCompanySuspended ? 'suspended' : 'live'
  }

  #refuse(source: AnswerSource): Promise<undefined> {
    this.#answers[source] += 1
    return noKey
  }
}
