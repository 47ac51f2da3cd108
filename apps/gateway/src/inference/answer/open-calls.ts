// Every call that is being answered, looked at by one timer: for pings, time limits and keys that have ended. A timer
// per call would cost more than most of what a call does.
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type WatchedCall = {
  readonly keyId: string
  look(nowMs: number): void
  /** Its key was revoked or has expired. */
  onKeyEnded(): void
}

export type OpenCalls = {
  add(call: WatchedCall): void
  remove(call: WatchedCall): void
  endKey(keyId: string): void
  count(): number
  close(): void
}

export type OpenCallsDeps = {
  clock: Clock
  /** Rejects if nobody knows. */
  isKeyLive: (keyId: string) => Promise<boolean>
}

const lookEveryMs = 500
// That a key has ended is announced, but the announcement may be lost, and a key that nobody presents is not read again
// by itself. What is answered from memory is read again after 2 s, so a lost end is found within 4 s or so.
const askEveryMs = 2_000

export function createOpenCalls({ clock, isKeyLive }: OpenCallsDeps): OpenCalls {
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
        askAboutKeys()
      }
      if (calls.size > 0) watch()
    })
  }

  /** All in one turn, so that they go in one statement. */
  function askAboutKeys(): void {
    for (const keyId of new Set([...calls].map((call) => call.keyId))) {
      isKeyLive(keyId).then(
        (isLive) => isLive || endKey(keyId),
        // Nobody knows, so nothing is cut; it is asked again.
        () => undefined,
      )
    }
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
    count: () => calls.size,
    close: () => timer?.cancel(),
  }
}
