// Records when keys were last used, for their owners to see. Best effort, so that it costs a call nothing: one
// statement every few seconds for all keys together; failures are logged and dropped.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { TouchKeys } from '../key-ports.ts'

export type UseRecorder = {
  add(keyId: string): void
  /** Writes the remaining uses. Never rejects. */
  close(): Promise<void>
}

export type UseRecorderDeps = { clock: Clock; logger: Logger; touch: TouchKeys }

const writeEveryMs = 5_000
const usesPerStatementMax = 1_000

export function createUseRecorder({ clock, logger, touch }: UseRecorderDeps): UseRecorder {
  let uses = new Map<string, Date>()
  let timer: Timer | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    timer = undefined
    const all = [...uses].map(([keyId, at]) => ({ keyId, at }))
    uses = new Map()
    try {
      for (let from = 0; from < all.length; from += usesPerStatementMax)
        await touch(all.slice(from, from + usesPerStatementMax))
    } catch (error) {
      logger.warn('last use of keys could not be recorded', { keys: all.length, error })
    }
  }

  return {
    add(keyId) {
      uses.set(keyId, new Date(clock.wallMs()))
      timer ??= clock.after(writeEveryMs, () => {
        writing = write()
      })
    },
    async close() {
      timer?.cancel()
      await writing
      await write()
    },
  }
}
