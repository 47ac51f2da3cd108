// The slot of a key in a Redis Cluster: CRC-16/XMODEM of the part in braces, or of the whole key, modulo 16384. The client
// calculates it too, but does not export it.
const slotCount = 16_384

const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8
  for (let bit = 0; bit < 8; bit += 1)
    remainder = (remainder & 0x80_00) === 0 ? remainder << 1 : (remainder << 1) ^ 0x10_21
  return remainder
})

export function slotOf(key: string): number {
  let sum = 0
  for (const byte of Buffer.from(hashTag(key)))
    sum = ((sum << 8) & 0xff_ff) ^ (remainders[(sum >> 8) ^ byte] ?? 0)
  return sum % slotCount
}

/** The text between the first opening brace and the next closing one, unless it is empty; otherwise the key. */
export function hashTag(key: string): string {
  const start = key.indexOf('{')
  const end = key.indexOf('}', start + 1)
  return start < 0 || end <= start + 1 ? key : key.slice(start + 1, end)
}
