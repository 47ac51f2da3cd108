// Keys that were found unknown, revoked or expired, for a moment, so that a program which goes on presenting one does
// not ask the database each time. Apart from the live ones: whoever presents many invented keys drives out no other.
import type { Clock } from '@gatehouse/runtime/clock'

export type RefusedKeys = {
  has(digest: string): boolean
  add(digest: string): void
  size(): number
}

export type RefusedKeysOptions = { sizeMax: number; keptForMs: number }

export function createRefusedKeys(
  clock: Pick<Clock, 'monotonicMs'>,
  { sizeMax, keptForMs }: RefusedKeysOptions,
): RefusedKeys {
  // Two generations, of which the older is dropped whole: nothing is ever looked for in order to drop it.
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let youngUntilMs = 0

  return {
    has: (digest) => (young.get(digest) ?? old.get(digest) ?? 0) > clock.monotonicMs(),
    add(digest) {
      const nowMs = clock.monotonicMs()
      if (young.size >= sizeMax / 2 || nowMs >= youngUntilMs) {
        old = young
        young = new Map()
        youngUntilMs = nowMs + keptForMs
      }
      young.set(digest, nowMs + keptForMs)
    },
    size: () => young.size + old.size,
  }
}
