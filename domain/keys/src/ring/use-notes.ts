// Gathers which keys were used, for their owners to see. It may be lost, so it costs a call nothing: one statement
// every few seconds for all keys together, and what fails is logged and forgotten.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { TouchKeys } from '../found-key.ts'

export type UseNotes = {
  add(keyId: string): void
  /** Writes what is still there. Never rejects. */
  close(): Promise<void>
}

export type UseNotesDeps = { clock: Clock; logger: Logger; touch: TouchKeys }

const writeEveryMs = 5_000
const usesPerStatementMax = 1_000

export function createUseNotes({ clock, logger, touch }: UseNotesDeps): UseNotes {
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
      logger.warn('when keys were last used was not noted', { keys: all.length, error })
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
