// Several rules read the same line of a text, one after the other. What an expensive rule read is kept as long as the text
// is being read, and no longer: the lines of a CV must not stay in memory after it.

/** As many lines as a long text has. */
const linesMax = 2_000

/** The same function, which runs once per text and reading. What it returns is shared and must not change. */
export function rememberReadings<T>(read: (text: string) => T, textsMax = linesMax): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    // A text is read without waiting for anything, so the microtask runs when it has been read.
    if (known.size === 0) queueMicrotask(() => known.clear())
    else if (known.size >= textsMax) known.clear()
    const reading = read(text)
    known.set(text, reading)
    return reading
  }
}
