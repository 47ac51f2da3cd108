// Every call that is being answered, looked at by one timer: for pings, time limits, keys that have ended and companies that
// were suspended. A timer per call would cost more than most of what a call does.
import type { KeyStanding } from '@gatehouse/keys/found-key'
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type WatchedCall = {
  readonly keyId: string
  readonly companyId: string
  look(nowMs: number): void
  /** Its key was revoked or has expired. */
  onKeyEnded(): void
  onCompanySuspended(): void
}

export type OpenCalls = {
  add(call: WatchedCall): void
  remove(call: WatchedCall): void
  endKey(keyId: string): void
  /** Reads the state of the company, and ends its calls if it is suspended. */
  checkCompany(companyId: string): void
  count(): number
  close(): void
}

export type OpenCallsDeps = {
  clock: Clock
  /** Rejects if the state cannot be read. */
  readStanding: (keyId: string) => Promise<KeyStanding>
}

const lookEveryMs = 500
// The end of a key and the suspension of a company are announced, but the announcement may be lost, and a key that is not
// presented is not read again. What is answered from memory is read again after 2 s, so a lost one is found within about 4 s.
const askEveryMs = 2_000

export function createOpenCalls({ clock, readStanding }: OpenCallsDeps): OpenCalls {
  const calls = new Set<WatchedCall>()
  let timer: Timer | undefined
  let askAtMs = 0

  function watch(): void {
    timer ??= clock.after(lookEveryMs, () => {
      timer = undefined
      const nowMs = clock.monotonicMs()
      for (const call of calls) call.look(nowMs)
      if (nowMs >= askAtMs) {
        askAtMs = nowMs + askEveryMs
        checkKeys([...calls])
      }
      if (calls.size > 0) watch()
    })
  }

  /** All in one turn, so that they are read in one statement. */
  function checkKeys(some: readonly WatchedCall[]): void {
    for (const keyId of new Set(some.map((call) => call.keyId))) {
      readStanding(keyId).then(
        (standing) => cut(keyId, standing),
        // The state is unknown, so nothing is cut; it is read again.
        () => undefined,
      )
    }
  }

  function cut(keyId: string, standing: KeyStanding): void {
    if (standing === 'ended') endKey(keyId)
    if (standing !== 'suspended') return
    for (const call of calls) if (call.keyId === keyId) call.onCompanySuspended()
  }

  function endKey(keyId: string): void {
    for (const call of calls) if (call.keyId === keyId) call.onKeyEnded()
  }

  return {
    add(call) {
      calls.add(call)
      watch()
    },
    remove: (call) => void calls.delete(call),
    endKey,
    checkCompany: (companyId) => checkKeys([...calls].filter((call) => call.companyId === companyId)),
    count: () => calls.size,
    close: () => timer?.cancel(),
  }
}
