// What a gateway process knows of keys. A live key that was read a moment ago is answered from memory, without
// waiting for anything; every other answer comes from the database, and if the database cannot be asked there is no
// answer: a key is never called wrong because nobody could look.
import { hash } from 'node:crypto'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { keyStatus } from './api-key.ts'
import type { CallerKey, FindKeys, KeyStanding, TouchKeys } from './found-key.ts'
import { type Peppers, possibleHashes } from './hash-key.ts'
import type { SubscribeToKeyEnds } from './key-ends.ts'
import { keysUnavailable } from './key-faults.ts'
import { isWellFormedKey, keyLength } from './key-format.ts'
import { KeyLookUp, type LookedUp } from './ring/key-look-up.ts'
import { type LiveKey, LiveKeys } from './ring/live-keys.ts'
import { type RefusedKeys, createRefusedKeys } from './ring/refused-keys.ts'
import { type AnswerSource, registerRingMetrics } from './ring/ring-metrics.ts'
import { type UseNotes, createUseNotes } from './ring/use-notes.ts'

export type KeyRing = {
  /** The live key in the header, or undefined, whatever is wrong with it. Rejects as unavailable if nobody knows. */
  authenticate(authorization: string | undefined): Promise<CallerKey | undefined>
  /**
   * Told of every key that was live here and turned out to be revoked or expired, and of every end that another
   * process announces, so that open streams can be cut. May be told twice. Returns the way to stop listening.
   */
  onKeyEnded(listener: (keyId: string) => void): () => void
  /** Called when a company was suspended or resumed. `readStanding` then answers with its new state. */
  onCompanyChanged(listener: (companyId: string) => void): () => void
  /** For calls that stay open longer than a few seconds. Rejects as unavailable if the state cannot be read. */
  readStanding(keyId: string): Promise<KeyStanding>
  close(): Promise<void>
}

export type KeyRingDeps = {
  clock: Clock
  logger: Logger
  metrics: Metrics
  findKeys: FindKeys
  subscribe: SubscribeToKeyEnds
  touch: TouchKeys
}

export type KeyRingOptions = {
  peppers: Peppers
  prefix?: string
  /** Live keys that are remembered. */
  liveMax?: number
  /** Refused ones that are remembered, apart from those. */
  refusedMax?: number
}

// A revocation reaches us within 5 s though its message be lost: 4 s, and what a question to the database may take.
const usableForMs = 4_000
// A key that is in use is read again long before that, so that no call has to wait for it.
const refreshAfterMs = 2_000
const refreshAgainAfterMs = 200
const refusedForMs = 1_000
const expiryCheckMs = 1_000
const noteEveryMs = 60_000

const nobody: Promise<undefined> = Promise.resolve(undefined)

export function createKeyRing(deps: KeyRingDeps, options: KeyRingOptions): KeyRing {
  return new Ring(deps, options)
}

class Ring implements KeyRing {
  readonly #deps: KeyRingDeps
  readonly #options: KeyRingOptions
  readonly #keyLength: number
  readonly #live: LiveKeys
  readonly #refused: RefusedKeys
  readonly #lookUp: KeyLookUp
  readonly #notes: UseNotes
  readonly #reads = new Map<string, Promise<CallerKey | undefined>>()
  readonly #listeners = new Set<(keyId: string) => void>()
  readonly #companyListeners = new Set<(companyId: string) => void>()
  readonly #subscription: { close(): void }
  readonly #answers: Record<AnswerSource, number> = { memory: 0, database: 0, malformed: 0, unavailable: 0 }
  #expiryTimer: Timer | undefined
  #isClosed = false

  constructor(deps: KeyRingDeps, options: KeyRingOptions) {
    const { liveMax = 10_000, refusedMax = 10_000 } = options
    this.#deps = deps
    this.#options = options
    this.#keyLength = keyLength(options.prefix)
    this.#live = new LiveKeys(liveMax)
    this.#refused = createRefusedKeys(deps.clock, { sizeMax: refusedMax, keptForMs: refusedForMs })
    this.#lookUp = new KeyLookUp(deps)
    this.#notes = createUseNotes(deps)
    this.#subscription = deps.subscribe(
      (keyId) => this.#onAnnounced(keyId),
      (companyId) => this.#onCompanyAnnounced(companyId),
    )
    registerRingMetrics(deps.metrics, {
      answers: this.#answers,
      live: () => this.#live.size,
      refused: () => this.#refused.size(),
      statements: () => this.#lookUp.statements,
    })
  }

  authenticate(authorization: string | undefined): Promise<CallerKey | undefined> {
    const rawKey = parseBearerToken(authorization)
    if (rawKey === undefined || rawKey.length !== this.#keyLength) return this.#nobody('malformed')
    const digest = hash('sha256', rawKey, 'binary')
    const known = this.#live.use(digest)
    const nowMs = this.#deps.clock.monotonicMs()
    if (known && this.#isUsable(known, nowMs)) {
      this.#answers.memory += 1
      this.#noteUse(known, nowMs)
      return known.answer
    }
    // Only here, because what is remembered had the right form.
    if (!isWellFormedKey(rawKey, this.#options.prefix)) return this.#nobody('malformed')
    if (this.#refused.has(digest)) return this.#nobody('memory')
    return this.#authenticateByDatabase(digest, possibleHashes(this.#options.peppers, rawKey))
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
    this.#subscription.close()
    await this.#notes.close()
  }

  async #authenticateByDatabase(digest: string, hashes: readonly Buffer[]): Promise<CallerKey | undefined> {
    try {
      const key = await this.#read(digest, () => this.#lookUp.byHashes(hashes))
      this.#answers.database += 1
      const known = this.#live.find(digest)
      if (known) this.#noteUse(known, this.#deps.clock.monotonicMs())
      return key
    } catch (thrown) {
      this.#answers.unavailable += 1
      throw thrown
    }
  }

  /** Whether it may be answered from memory now. If it is no longer new, it is read again meanwhile. */
  #isUsable(known: LiveKey, nowMs: number): boolean {
    if (nowMs - known.readAtMs >= usableForMs) return false
    if (this.#endIfExpired(known)) return false
    if (nowMs >= known.refreshAtMs) {
      known.refreshAtMs = nowMs + refreshAgainAfterMs
      // Whoever needs the answer will ask again and be told; until then the old one holds.
      this.#refresh(known).catch(() => undefined)
    }
    return true
  }

  #refresh({ digest, key }: LiveKey): Promise<CallerKey | undefined> {
    return this.#read(digest, () => this.#lookUp.byId(key.id))
  }

  /** All who want to know of one key at a time share one question. */
  #read(digest: string, ask: () => Promise<LookedUp>): Promise<CallerKey | undefined> {
    const running = this.#reads.get(digest)
    if (running) return running
    const read = ask()
      .then((lookedUp) => this.#remember(digest, lookedUp))
      .finally(() => this.#reads.delete(digest))
    this.#reads.set(digest, read)
    return read
  }

  #remember(digest: string, { key, readAtMs }: LookedUp): CallerKey | undefined {
    if (this.#deps.clock.monotonicMs() - readAtMs >= usableForMs)
      throw keysUnavailable(new Error('the answer of the database came too late'))
    if (key && this.#statusOf(key) === 'live') {
      this.#live.put({ digest, key, readAtMs, refreshAtMs: readAtMs + refreshAfterMs })
      this.#watchExpiry()
      return key
    }
    this.#refused.add(digest)
    const known = this.#live.find(digest)
    if (known) this.#end(known)
    return undefined
  }

  #onAnnounced(keyId: string): void {
    this.#lookUp.distrust(keyId)
    const known = this.#live.findById(keyId)
    if (known) this.#live.remove(known)
    // Also of a key that is not remembered: it may have been driven out while a stream of it is open.
    this.#tell(keyId)
  }

  /** Its keys are read again when they are next used. Until then nothing is known of the company's state. */
  #onCompanyAnnounced(companyId: string): void {
    this.#lookUp.distrust(companyId)
    for (const known of this.#live.findByCompany(companyId)) this.#live.remove(known)
    for (const listener of this.#companyListeners) listener(companyId)
  }

  #endIfExpired(known: LiveKey): boolean {
    if (this.#deps.clock.wallMs() < known.expiresAtMs) return false
    this.#refused.add(known.digest)
    this.#end(known)
    return true
  }

  #end(known: LiveKey): void {
    this.#live.remove(known)
    this.#tell(known.key.id)
  }

  #tell(keyId: string): void {
    for (const listener of this.#listeners) {
      try {
        listener(keyId)
      } catch (error) {
        this.#deps.logger.error('a listener to the ends of keys failed', { key: keyId, error })
      }
    }
  }

  /** A key may expire while nobody presents it, and its streams must end all the same. */
  #watchExpiry(): void {
    if (this.#isClosed || this.#live.expiring.size === 0) return
    this.#expiryTimer ??= this.#deps.clock.after(expiryCheckMs, () => {
      this.#expiryTimer = undefined
      for (const known of this.#live.expiring) this.#endIfExpired(known)
      this.#watchExpiry()
    })
  }

  #noteUse(known: LiveKey, nowMs: number): void {
    if (nowMs - known.notedAtMs < noteEveryMs) return
    known.notedAtMs = nowMs
    this.#notes.add(known.key.id)
  }

  #statusOf(key: CallerKey) {
    return keyStatus(key, new Date(this.#deps.clock.wallMs()))
  }

  #standingOf(key: CallerKey | undefined): KeyStanding {
    if (!key || this.#statusOf(key) !== 'live') return 'ended'
    return key.isCompanySuspended ? 'suspended' : 'live'
  }

  #nobody(source: AnswerSource): Promise<undefined> {
    this.#answers[source] += 1
    return nobody
  }
}
