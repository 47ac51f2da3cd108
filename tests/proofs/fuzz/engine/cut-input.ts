const cutsMax = 8
const singleBytesMax = 80

/** Cuts an input into chunks, some of them empty. The cuts depend only on the bytes, so that a finding repeats. */
export function cutInput(input: Buffer): Buffer[] {
  let state = 0x811c9dc5
  for (const byte of input) state = Math.imul(state ^ byte, 0x01000193)
  const next = (below: number) => {
    state = (Math.imul(state, 0x19660d) + 0x3c6ef35f) | 0
    return (state >>> 8) % below
  }
  const isBytewise = input.length <= singleBytesMax && next(4) === 0
  const cuts = isBytewise
    ? Array.from(input, (_, place) => place)
    : Array.from({ length: 1 + next(cutsMax) }, () => next(input.length + 1)).sort(
        (one, other) => one - other,
      )
  // Copies, as a socket would give: a chunk must not be read beyond its end.
  return [...cuts, input.length].map((end, place) => Buffer.from(input.subarray(cuts[place - 1] ?? 0, end)))
}
