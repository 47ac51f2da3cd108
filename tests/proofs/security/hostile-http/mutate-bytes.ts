import type { Random } from '../../kit/seeded-random.ts'

/** Changes the bytes in a few places: the result is nearly valid, which is where parsers go wrong. */
export function mutateBytes(random: Random, bytes: Buffer, tokens: readonly Buffer[]): Buffer {
  let mutated = bytes
  for (let change = random.integer(1, 4); change > 0; change -= 1)
    mutated = mutateOnce(random, mutated, tokens)
  return mutated
}

export function randomBytesOf(random: Random, lengthMax: number): Buffer {
  const bytes = Buffer.allocUnsafe(random.integer(0, lengthMax))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.integer(0, 255)
  return bytes
}

function mutateOnce(random: Random, bytes: Buffer, tokens: readonly Buffer[]): Buffer {
  const at = random.integer(0, bytes.length)
  const end = Math.min(bytes.length, at + random.integer(1, 16))
  const before = bytes.subarray(0, at)
  switch (random.integer(0, 6)) {
    case 0:
      return flip(random, bytes, at)
    case 1:
      return Buffer.concat([before, bytes.subarray(end)])
    case 2:
      return Buffer.concat([before, bytes.subarray(at, end), bytes.subarray(at)])
    case 3:
      return Buffer.concat([before, randomBytesOf(random, 8), bytes.subarray(at)])
    case 4:
      return before
    default:
      return Buffer.concat([before, random.pick(tokens), bytes.subarray(random.fraction() < 0.5 ? at : end)])
  }
}

function flip(random: Random, bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.integer(0, 7))
  return flipped
}
