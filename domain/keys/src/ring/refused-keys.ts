// Remembers for a short time which keys were unknown, revoked or expired, so that a program that keeps presenting one
// does not cause a query each time. Kept separately from the live keys, so that many invented keys cannot evict live
// ones.
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
  // Two generations, of which the older is dropped as a whole, so that no scan for expired entries is needed.
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
