// Looks after one call while it is answered: its time limit, its key, its company, and its client's patience.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Client } from './client.ts'
import type { WatchedCall } from './open-calls.ts'

export type CallWatchOptions = {
  key: Pick<ApiKey, 'id' | 'companyId'>
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

export type CutReason = 'key_ended' | 'company_suspended'

/** The call must not go on. That is no fault of the provider. */
export class CallCut extends Error {
  override readonly name = 'CallCut'
  readonly reason: CutReason

  constructor(reason: CutReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export class CallWatch implements WatchedCall {
  readonly keyId: string
  readonly companyId: string
  readonly #options: CallWatchOptions

  constructor(options: CallWatchOptions) {
    this.keyId = options.key.id
    this.companyId = options.key.companyId
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
    this.#options.abort(new CallCut('key_ended', 'the key was revoked or has expired'))
  }

  onCompanySuspended(): void {
    this.#options.abort(new CallCut('company_suspended', 'the company was suspended'))
  }
}
