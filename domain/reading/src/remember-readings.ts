// Several rules read the same line of a text, one after the other. What an expensive rule read is kept until the next
// texts have taken its place.

/** As many lines as a long text has. */
const linesMax = 2_000

/** The same function, which runs once for a text that was read recently. What it returns is shared and must not change. */
export function rememberReadings<T>(read: (text: string) => T, textsMax = linesMax): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    if (known.size >= textsMax) known.clear()
    const reading = read(text)
    known.set(text, reading)
    return reading
  }
}
