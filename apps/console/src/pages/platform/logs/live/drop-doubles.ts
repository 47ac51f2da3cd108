// While one socket takes over from another, both send the same lines. Lines have no id, and equal ones can be written in
// the same millisecond, so they are counted: of equal lines as many are kept as the socket that sent more of them sent.
export type Doubles = {
  /** Whether the line is new, as opposed to the double of one that the other source sent. */
  isNew: (source: 'old' | 'new', key: string) => boolean
}

export function createDoubles(): Doubles {
  /** How many more of these lines the old source has sent than the new one. */
  const ahead = new Map<string, number>()
  return {
    isNew(source, key) {
      const balance = ahead.get(key) ?? 0
      const step = source === 'old' ? 1 : -1
      if (balance + step === 0) ahead.delete(key)
      else ahead.set(key, balance + step)
      return Math.sign(balance) !== -step
    },
  }
}

/** Those of `lines` that are not among `known`; each known line accounts for one. */
export function withoutKnown<Line>(
  lines: readonly Line[],
  known: readonly Line[],
  keyOf: (line: Line) => string,
): Line[] {
  const doubles = createDoubles()
  for (const line of known) doubles.isNew('old', keyOf(line))
  return lines.filter((line) => doubles.isNew('new', keyOf(line)))
}
