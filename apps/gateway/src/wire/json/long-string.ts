// The inside of long strings, images above all: megabytes that must be looked at once and quickly.

const quote = 0x22
const backslash = 0x5c
const space = 0x20

const windowBytesMin = 4_096

/**
 * From inside a string to its next quote or backslash. If a control character comes first, which no string may hold,
 * or if neither comes, the complement (~) of where that is: a negative number.
 */
export function plainEnd(bytes: Buffer, from: number): number {
  const end = nextEnd(bytes, from)
  const control = findControl(bytes, from, end)
  if (control < end) return ~control
  return end >= bytes.length ? ~end : end
}

// In windows that grow, so that the work is in proportion to what is passed over: text with escapes would otherwise
// be searched for its one far quote again and again.
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

/** The first control character, or `end`. */
function findControl(bytes: Buffer, from: number, end: number): number {
  // Words must lie at multiples of four of the memory behind the buffer.
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

/** How many words there certainly are before one with a byte below the space; eight at a time. */
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

// Taking the space from each byte sets its top bit only where the byte is smaller and the bit was not set before. A
// borrow may run on and accuse the next byte wrongly, but only where there is a culprit below it in the same word.
function below(word: number): number {
  return (word - 0x2020_2020) & ~word
}
