// Watches one call while it is answered: its time limit, its key, its company, and whether its client is still reading.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Client } from './client.ts'
import type { WatchedCall } from './open-calls.ts'

export type CallWatchOptions = {
  key: Pick<ApiKey, 'id' | 'companyId'>
  client: Client
  deadlineAtMs: number
  /**
   * Sends a stream's head before its first frame; undefined for a call that does not stream, which cannot be kept alive
   * by pings.
   */
  sendHeadEarly: (() => void) | undefined
  /** Aborts the exchange with the provider, which ends the call. */
  abort: (reason: Error) => void
}

export class TotalTimeout extends Error {
  override readonly name = 'TotalTimeout'
  readonly code = 'TOTAL_TIMEOUT'
}

export type CutReason = 'key_ended' | 'company_suspended'

/** The call must stop for a reason that is not the provider's fault. */
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

  check(nowMs: number): void {
    const { client, deadlineAtMs, sendHeadEarly, abort } = this.#options
    client.breakIfStuck(nowMs)
    if (nowMs >= deadlineAtMs) return abort(new TotalTimeout('the call exceeded its time limit'))
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
