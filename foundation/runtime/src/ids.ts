import { createHash, randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

export type Ids = {
  /** Returns a UUIDv7: sortable by time, strictly increasing within a process even when the wall clock steps back. */
  uuid(): string
}

const randomBytesPerId = 8

/**
 * 48 bits of milliseconds, a 12-bit sequence, 62 random bits. Written here instead of taken from a package because the
 * clock is a parameter: the calls table is partitioned by these ids, so tests must be able to choose their time.
 */
export function createIds(
  clock: Pick<Clock, 'wallMs'>,
  fillRandom: (bytes: Uint8Array) => unknown = randomFillSync,
): Ids {
  // Random bytes are requested for many ids in one system call: a call per id costs more than the rest of this
  // function.
  const pool = Buffer.alloc(randomBytesPerId * 256)
  let poolOffset = pool.length
  let lastMs = 0
  let sequence = 0

  /** The variant of the UUID replaces the first two bits. */
  function takeRandomHex(): string {
    if (poolOffset === pool.length) {
      fillRandom(pool)
      poolOffset = 0
    }
    pool[poolOffset] = ((pool[poolOffset] ?? 0) & 0x3f) | 0x80
    poolOffset += randomBytesPerId
    return pool.toString('hex', poolOffset - randomBytesPerId, poolOffset)
  }

  return {
    uuid() {
      const nowMs = Math.floor(clock.wallMs())
      if (nowMs > lastMs) {
        lastMs = nowMs
        sequence = 0
      } else if (sequence < 0xfff) {
        sequence += 1
      } else {
        lastMs += 1
        sequence = 0
      }
      const time = lastMs.toString(16).padStart(12, '0')
      const tail = takeRandomHex()
      const middle = sequence.toString(16).padStart(3, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`
    },
  }
}

/**
 * Returns a UUIDv7 of the given time whose other bits are derived from the text. The same fact therefore gets the
 * same id again, for example after a restore to a moment before it.
 */
export function uuidFrom(timeMs: number, text: string): string {
  const hash = createHash('sha256').update(text).digest()
  hash[2] = ((hash[2] ?? 0) & 0x3f) | 0x80
  const time = timeMs.toString(16).padStart(12, '0')
  const [middle, tail] = [hash.toString('hex', 0, 2).slice(1), hash.toString('hex', 2, 10)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** The time that a UUIDv7 contains. */
export function timeOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
}

// Narrower than string: if isUuid returned `text is string`, the compiler would conclude that a text that fails the
// check is not a string.
type Uuid = `${string}-${string}-${string}-${string}-${string}`

/** Whether the text is a UUID of any version, in either letter case. */
export function isUuid(text: unknown): text is Uuid {
  return typeof text === 'string' && uuidShape.test(text)
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
