// Watches every call in flight with a single timer: pings, time limits, ended keys and suspended companies. A timer per
// call would cost more than most other work on a call.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { KeyStanding } from '@gatehouse/keys/key-ports'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { ShortLivedList } from '@gatehouse/runtime/short-lived'
import type { Client, ClientListener } from './client.ts'

type WatchedCall = {
  readonly keyId: string
  readonly companyId: string
  check(nowMs: number): void
  /** The call's key was revoked or has expired. */
  onKeyEnded(): void
  onCompanySuspended(): void
}

export type OpenCalls = {
  /** Returns a function that removes the call. */
  add(call: WatchedCall): () => void
  endKey(keyId: string): void
  /** Reads the company's state, and cuts its calls if it is suspended. */
  checkCompany(companyId: string): void
  count(): number
  close(): void
}

export type OpenCallsDeps = {
  clock: Clock
  /** Rejects if the state cannot be read. */
  readStanding: (keyId: string) => Promise<KeyStanding>
}

const checkEveryMs = 500
// The end of a key and the suspension of a company are published, but a message may be lost, so the state of the keys
// in use is also read at this interval. Cached state is at most 2 s old, so a lost message is noticed within about 4 s.
const readStandingEveryMs = 2_000

export function createOpenCalls({ clock, readStanding }: OpenCallsDeps): OpenCalls {
  const calls = new ShortLivedList<WatchedCall>()
  let timer: Timer | undefined
  let readStandingAtMs = 0

  function watch(): void {
    timer ??= clock.after(checkEveryMs, () => {
      timer = undefined
      const nowMs = clock.monotonicMs()
      for (const call of calls.values()) call.check(nowMs)
      if (nowMs >= readStandingAtMs) {
        readStandingAtMs = nowMs + readStandingEveryMs
        checkKeys(calls.values())
      }
      if (calls.size > 0) watch()
    })
  }

  /** Starts all reads in one turn of the event loop, so that they are batched into one statement. */
  function checkKeys(some: readonly WatchedCall[]): void {
    for (const keyId of new Set(some.map((call) => call.keyId))) {
      readStanding(keyId).then(
        (standing) => cut(keyId, standing),
        // The state is unknown, so no call is cut; the next check reads it again.
        () => undefined,
      )
    }
  }

  function cut(keyId: string, standing: KeyStanding): void {
    if (standing === 'ended') endKey(keyId)
    if (standing !== 'suspended') return
    for (const call of calls.values()) if (call.keyId === keyId) call.onCompanySuspended()
  }

  function endKey(keyId: string): void {
    for (const call of calls.values()) if (call.keyId === keyId) call.onKeyEnded()
  }

  return {
    add(call) {
      const member = calls.add(call)
      watch()
      return () => calls.remove(member)
    },
    endKey,
    checkCompany: (companyId) => checkKeys(calls.values().filter((call) => call.companyId === companyId)),
    count: () => calls.size,
    close: () => timer?.cancel(),
  }
}

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

/**
 * The error with which a call is aborted because its key has ended or its company is suspended, which is not the
 * provider's fault.
 */
export class CallCut extends Error {
  override readonly name = 'CallCut'
  readonly reason: CutReason

  constructor(reason: CutReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Watches one call while it is answered: its time limit, its key, its company, and whether its client is still reading. */
export class CallWatch implements WatchedCall, ClientListener {
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

  onGone(): void {
    this.#options.abort(new Error('the client disconnected'))
  }

  onDrain(): void {}

  onKeyEnded(): void {
    this.#options.abort(new CallCut('key_ended', 'the key was revoked or has expired'))
  }

  onCompanySuspended(): void {
    this.#options.abort(new CallCut('company_suspended', 'the company was suspended'))
  }
}
