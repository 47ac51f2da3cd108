// Moves bytes between threads without copying them: a buffer that owns its memory is transferred, and its sender must
// not read it again.

/**
 * Returns the bytes in an ArrayBuffer that can be transferred. Bytes that may share their memory with others are
 * copied.
 */
export function toTransferable(bytes: Uint8Array, ownsMemory = false): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes
  const isOwn = buffer instanceof ArrayBuffer && (ownsMemory || buffer.byteLength === length)
  return isOwn ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(bytes)
}

type Packed = { message: unknown; transfer: ArrayBuffer[] }

/** Prepares the result of a task for its way to the main thread: its members that are bytes are transferred. */
export function packResult(result: object | undefined): Packed {
  const transfer: ArrayBuffer[] = []
  if (result === undefined) return { message: undefined, transfer }
  const pack = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value
    const own = toTransferable(value)
    transfer.push(own.buffer)
    return own
  }
  return { message: mapMembers(result, pack), transfer }
}

/** Restores the buffers, which arrive as plain byte arrays. */
export function unpackResult(message: object | undefined): unknown {
  return message && mapMembers(message, (value) => (value instanceof Uint8Array ? toBuffer(value) : value))
}

function mapMembers(value: object, map: (member: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]))
}

export function toBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, length)
}
