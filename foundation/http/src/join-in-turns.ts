// Chunks of up to this size are joined immediately; it takes less than a millisecond.
const immediateBytesMax = 1_048_576
// New memory has to be provided page by page, so that 32 MiB take 25 ms.
const bytesPerTurn = 2_097_152

/** Joins the chunks of a body. A large body is joined in several turns of the event loop, so that it holds up no other. */
export function joinInTurns(chunks: readonly Buffer[], length: number): Buffer | Promise<Buffer> {
  const [first] = chunks
  if (chunks.length === 1 && first) return first
  return length <= immediateBytesMax ? Buffer.concat(chunks, length) : joinLarge(chunks, length)
}

async function joinLarge(chunks: readonly Buffer[], length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length)
  let copiedTo = 0
  let turnEnd = bytesPerTurn
  for (const chunk of chunks) {
    chunk.copy(whole, copiedTo)
    copiedTo += chunk.length
    if (copiedTo < turnEnd) continue
    turnEnd = copiedTo + bytesPerTurn
    await new Promise(setImmediate)
  }
  return whole
}
