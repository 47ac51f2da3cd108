// Scans the contents of long strings, mostly images: megabytes that must be checked in one fast pass.

const quote = 0x22
const backslash = 0x5c
const space = 0x20

const windowBytesMin = 4_096

/**
 * Returns the offset of the next quote or backslash. If a control character, which no string may contain, comes first,
 * returns the complement (~) of its offset, a negative number; if neither a quote nor a backslash follows, the
 * complement of the end.
 */
export function plainEnd(bytes: Buffer, from: number): number {
  const end = nextEnd(bytes, from)
  const control = findControl(bytes, from, end)
  if (control < end) return ~control
  return end >= bytes.length ? ~end : end
}

// Searches in growing windows, so that the work is proportional to the distance covered: otherwise, in text with many
// escapes, the distant closing quote would be searched for again at each escape.
function nextEnd(bytes: Buffer, from: number): number {
  let size = windowBytesMin
  for (let start = from; start < bytes.length; start += size, size *= 4) {
    const window = bytes.subarray(start, start + size)
    const quoteAt = window.indexOf(quote)
    const backslashAt = window.indexOf(backslash)
    if (backslashAt >= 0 && (quoteAt < 0 || backslashAt < quoteAt)) return start + backslashAt
    if (quoteAt >= 0) return start + quoteAt
  }
  return Math.max(from, bytes.length)
}

/** Offset of the first control character, or `end`. */
function findControl(bytes: Buffer, from: number, end: number): number {
  // Words must be aligned to four bytes in the underlying memory.
  const wordsFrom = from + (-(bytes.byteOffset + from) & 3)
  if (end - wordsFrom < 64) return findControlByByte(bytes, from, end)
  const head = findControlByByte(bytes, from, wordsFrom)
  if (head < wordsFrom) return head
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + wordsFrom, (end - wordsFrom) >> 2)
  return findControlByByte(bytes, wordsFrom + 4 * countCleanWords(words), end)
}

function findControlByByte(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if ((bytes[at] ?? 0) < space) return at
  }
  return end
}

/** Counts the leading words, in blocks of eight, up to the first block that contains a byte below the space. */
function countCleanWords(words: Int32Array): number {
  let at = 0
  for (; at + 8 <= words.length; at += 8) {
    const found =
      below(words[at] ?? 0) |
      below(words[at + 1] ?? 0) |
      below(words[at + 2] ?? 0) |
      below(words[at + 3] ?? 0) |
      below(words[at + 4] ?? 0) |
      below(words[at + 5] ?? 0) |
      below(words[at + 6] ?? 0) |
      below(words[at + 7] ?? 0)
    if ((found & 0x8080_8080) !== 0) break
  }
  return at
}

// Subtracting the space from each byte sets its top bit only if the byte is smaller and the bit was clear. A borrow may
// flag the next byte wrongly, but only if a lower byte of the same word is a real match.
function below(word: number): number {
  return (word - 0x2020_2020) & ~word
}
