// CBOR (RFC 8949), as far as the answers of an authenticator need it.

export type CborValue = number | string | Buffer | readonly CborValue[] | ReadonlyMap<CborValue, CborValue>

const majorTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5 }

export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number')
    return value < 0 ? head(majorTypes.negative, -1 - value) : head(majorTypes.unsigned, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(majorTypes.text, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(majorTypes.bytes, value.length), value])
  if (value instanceof Map) {
    const pairs = [...value].flat() as CborValue[]
    return Buffer.concat([head(majorTypes.map, value.size), ...pairs.map(encodeCbor)])
  }
  const entries = value as readonly CborValue[]
  return Buffer.concat([head(majorTypes.array, entries.length), ...entries.map(encodeCbor)])
}

/** The type and a number below 65,536: the value itself, or the length of what follows. */
function head(majorType: number, number: number): Buffer {
  const type = majorType << 5
  if (number < 24) return Buffer.from([type | number])
  if (number < 0x1_00) return Buffer.from([type | 24, number])
  return Buffer.from([type | 25, number >> 8, number & 0xff])
}
