// Changes an input at random: bytes, spans, words of the format, parts of other inputs.
import type { Random } from '../../kit/seeded-random.ts'

export type MutationSource = {
  random: Random
  bytesMax: number
  words: readonly Buffer[]
  /** Another input, to take parts from. */
  other(): Buffer
}

const interesting = [
  0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x0d, 0x20, 0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c, 0x3c, 0x3e,
]
const numbers = [
  '0',
  '-1',
  '1',
  '255',
  '256',
  '65535',
  '65536',
  '2147483647',
  '2147483648',
  '4294967296',
  '1e309',
  '-0',
  '0.5',
  '9007199254740993',
].map((text) => Buffer.from(text))

type Mutation = (input: Buffer, source: MutationSource) => Buffer

const mutations: readonly Mutation[] = [
  // Flip a bit.
  (input, { random }) => {
    const at = placeIn(input, random)
    return withByte(input, at, (input[at] ?? 0) ^ (1 << random.integer(0, 7)))
  },
  (input, { random }) => withByte(input, placeIn(input, random), random.integer(0, 255)),
  (input, { random }) => withByte(input, placeIn(input, random), random.pick(interesting)),
  (input, { random }) => {
    const at = placeIn(input, random)
    return withByte(input, at, (input[at] ?? 0) + random.integer(-3, 3))
  },
  (input, { random }) => insert(input, random, Buffer.from([random.pick(interesting)])),
  (input, { random, words }) =>
    insert(input, random, words.length > 0 ? random.pick(words) : Buffer.from('0')),
  (input, { random, words }) =>
    replace(input, spanIn(input, random, 12), words.length > 0 ? random.pick(words) : Buffer.from('0')),
  (input, { random }) => replace(input, spanIn(input, random, 4), random.pick(numbers)),
  (input, { random }) => replace(input, spanIn(input, random, 32), Buffer.alloc(0)),
  (input, { random }) => replace(input, spanIn(input, random, input.length), Buffer.alloc(0)),
  // Repeat a span, up to many times: depth and length.
  (input, { random }) => {
    const [start, end] = spanIn(input, random, 16)
    const times = random.pick([1, 1, 2, 3, 8, 40, 300])
    return insert(input, random, repeated(input.subarray(start, end), times))
  },
  // Copy a span to another place.
  (input, { random }) => {
    const [start, end] = spanIn(input, random, 64)
    return insert(input, random, input.subarray(start, end))
  },
  (input, source) => {
    const other = source.other()
    const [start, end] = spanIn(other, source.random, 64)
    return insert(input, source.random, other.subarray(start, end))
  },
  (input, source) => {
    const other = source.other()
    const [start, end] = spanIn(other, source.random, 64)
    return replace(input, spanIn(input, source.random, 64), other.subarray(start, end))
  },
  // The start of one input and the end of another.
  (input, source) => {
    const other = source.other()
    const head = input.subarray(0, source.random.integer(0, input.length))
    return Buffer.concat([head, other.subarray(source.random.integer(0, other.length))])
  },
]

/** Returns a new buffer: the code under test may keep parts of it. */
export function mutateInput(input: Buffer, source: MutationSource): Buffer {
  const { random, bytesMax } = source
  let changed = input
  for (let left = random.pick([1, 1, 1, 2, 2, 3, 4, 6]); left > 0; left -= 1) {
    changed = random.pick(mutations)(changed, source)
    if (changed.length > bytesMax) changed = changed.subarray(0, bytesMax)
  }
  return Buffer.from(changed)
}

function placeIn(input: Buffer, random: Random): number {
  return random.integer(0, Math.max(0, input.length - 1))
}

function spanIn(input: Buffer, random: Random, lengthMax: number): [start: number, end: number] {
  const start = placeIn(input, random)
  return [start, Math.min(input.length, start + random.integer(1, Math.max(1, lengthMax)))]
}

function withByte(input: Buffer, at: number, byte: number): Buffer {
  const changed = Buffer.from(input)
  if (at < changed.length) changed[at] = byte & 0xff
  return changed
}

function insert(input: Buffer, random: Random, bytes: Buffer): Buffer {
  const at = random.integer(0, input.length)
  return replace(input, [at, at], bytes)
}

function replace(input: Buffer, [start, end]: [number, number], bytes: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, start), bytes, input.subarray(end)])
}

function repeated(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes))
}
