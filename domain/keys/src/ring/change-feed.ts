// Asks the database once a second which keys have changed. A key that was read after the feed began, and that no answer
// since has named, is as current as the latest question, so it need not be read again.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { KeyChanges, KeyVersion, ReadKeyChanges } from '../key-ports.ts'

export type ChangeFeedDeps = {
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  logger: Logger
  readChanges: ReadKeyChanges
  /** Called before the keys that have not changed are confirmed. */
  onChanges(changes: Pick<KeyChanges, 'keyIds' | 'companyIds'>): void
}

/** A read of keys: the feed's epoch when it was sent, and the incarnation of the database that answered. */
export type CoveredRead = { epoch: number; incarnation: string | null }

const askEveryMs = 1_000
const askAgainAfterMs = 200

export class ChangeFeed {
  readonly #deps: ChangeFeedDeps
  #version: KeyVersion | undefined
  // An epoch is a time during which all changes are known. A new one begins when changes may have been missed: after a
  // failover, after a long pause of this process, or if all keys have changed.
  #epoch = 0
  #confirmedAtMs = Number.NEGATIVE_INFINITY
  #formerConfirmedAtMs = Number.NEGATIVE_INFINITY
  #timer: Timer | undefined
  #questions = 0
  #hasFailed = false
  #isClosed = false

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps
    void this.#ask()
  }

  get epoch(): number {
    return this.#epoch
  }

  get questions(): number {
    return this.#questions
  }

  /**
   * The epoch that will report changes of keys read by this statement, or 0 if none will. A statement that was sent in
   * an earlier epoch, or to another server, may show a state from before the feed's version.
   */
  epochOf({ epoch, incarnation }: CoveredRead): number {
    return epoch === this.#epoch && incarnation === this.#version?.incarnation ? epoch : 0
  }

  /** The time up to which all changes of keys of the epoch are known. */
  confirmedAtMs(epoch: number): number {
    if (epoch === 0) return Number.NEGATIVE_INFINITY
    if (epoch === this.#epoch) return this.#confirmedAtMs
    // Keys of the epoch that has just ended are read again within the next seconds, not all in the same moment.
    return epoch === this.#epoch - 1 ? this.#formerConfirmedAtMs : Number.NEGATIVE_INFINITY
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  async #ask(): Promise<void> {
    const { clock, readChanges } = this.#deps
    const askedAtMs = clock.monotonicMs()
    let nextInMs = askAgainAfterMs
    try {
      this.#questions += 1
      const changes = await readChanges(this.#version)
      if (this.#isClosed) return
      this.#take(changes, askedAtMs)
      nextInMs = Math.max(0, askedAtMs + askEveryMs - clock.monotonicMs())
      this.#report(undefined)
    } catch (thrown) {
      this.#report(thrown)
    }
    if (!this.#isClosed) this.#timer = clock.after(nextInMs, () => void this.#ask())
  }

  #take(changes: KeyChanges, askedAtMs: number): void {
    if (changes.isComplete) this.#deps.onChanges(changes)
    else {
      this.#epoch += 1
      this.#formerConfirmedAtMs = this.#confirmedAtMs
    }
    this.#version = changes.version
    this.#confirmedAtMs = askedAtMs
  }

  /** Logs once when an outage begins and once when it ends. */
  #report(error: unknown): void {
    const hasFailed = error !== undefined
    if (hasFailed === this.#hasFailed) return
    this.#hasFailed = hasFailed
    if (hasFailed)
      this.#deps.logger.warn('changes of keys cannot be read; keys in use are read again every few seconds', {
        error,
      })
    else this.#deps.logger.info('changes of keys can be read again')
  }
}
