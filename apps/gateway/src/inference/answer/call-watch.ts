// Looks after one call while it is answered: its time limit, its key, and its client's patience.
import type { Client } from './client.ts'
import type { WatchedCall } from './open-calls.ts'

export type CallWatchOptions = {
  keyId: string
  client: Client
  deadlineAtMs: number
  /** Undefined for a call that does not stream: its silence cannot be filled. */
  sendHeadEarly: (() => void) | undefined
  /** Ends the exchange with the provider, and with it the call. */
  abort: (reason: Error) => void
}

export class TotalTimeout extends Error {
  override readonly name = 'TotalTimeout'
  readonly code = 'TOTAL_TIMEOUT'
}

export class KeyEnded extends Error {
  override readonly name = 'KeyEnded'
}

export class CallWatch implements WatchedCall {
  readonly keyId: string
  readonly #options: CallWatchOptions

  constructor(options: CallWatchOptions) {
    this.keyId = options.keyId
    this.#options = options
  }

  look(nowMs: number): void {
    const { client, deadlineAtMs, sendHeadEarly, abort } = this.#options
    client.breakIfStuck(nowMs)
    if (nowMs >= deadlineAtMs) return abort(new TotalTimeout('the call took longer than it may'))
    if (!sendHeadEarly || !client.ping(nowMs)) return
    sendHeadEarly()
    client.ping(nowMs)
  }

  onKeyEnded(): void {
    this.#options.abort(new KeyEnded('the key was revoked or has expired'))
  }
}
