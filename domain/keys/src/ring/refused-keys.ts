// Remembers for a short time which keys were unknown, revoked or expired, so that a program that keeps presenting one
// does not cause a query each time. Kept separately from the live keys, so that many invented keys cannot evict live
// ones.
import type { Clock } from '@gatehouse/runtime/clock'
import type { EndedKey } from '../key-ports.ts'

export type RefusedKeys = {
  has(digest: string): boolean
  /** Returns the key if it is known and has ended. */
  findEnded(digest: string): EndedKey | undefined
  /** `ended` is omitted for a key that does not exist. */
  add(digest: string, ended?: EndedKey): void
  size(): number
}

export type RefusedKeysOptions = { sizeMax: number; keptForMs: number }

type Refused = { untilMs: number; ended: EndedKey | undefined }

export function createRefusedKeys(
  clock: Pick<Clock, 'monotonicMs'>,
  { sizeMax, keptForMs }: RefusedKeysOptions,
): RefusedKeys {
  // Two generations, of which the older is dropped as a whole, so that no scan for expired entries is needed.
  let young = new Map<string, Refused>()
  let old = new Map<string, Refused>()
  let youngUntilMs = 0

  function find(digest: string): Refused | undefined {
    const refused = young.get(digest) ?? old.get(digest)
    return refused && refused.untilMs > clock.monotonicMs() ? refused : undefined
  }

  return {
    has: (digest) => find(digest) !== undefined,
    findEnded: (digest) => find(digest)?.ended,
    add(digest, ended) {
      const nowMs = clock.monotonicMs()
      if (young.size >= sizeMax / 2 || nowMs >= youngUntilMs) {
        old = young
        young = new Map()
        youngUntilMs = nowMs + keptForMs
      }
      young.set(digest, { untilMs: nowMs + keptForMs, ended })
    },
    size: () => young.size + old.size,
  }
}
