const shrinkStepsMax = 400

/** Crashes of one kind have the same message, apart from numbers and quoted parts, and come from the same line. */
export function describeCrash(error: unknown): { kind: string; message: string } {
  if (!(error instanceof Error)) return { kind: 'not an error', message: `threw ${String(error)}` }
  const frame =
    error.stack
      ?.split('\n')
      .find((line) => /^\s+at /.test(line))
      ?.trim() ?? ''
  const general = error.message.replaceAll(/\d+|"[^"]*"|'[^']*'/g, '#').slice(0, 100)
  const isPromise = error.name === 'BrokenPromise'
  return {
    kind: isPromise ? general : `${error.name} ${general} ${frame}`,
    message: isPromise ? error.message : `${error.name}: ${error.message} ${frame}`,
  }
}

/** Removes what a crash does not need: first halves of the input, then ever smaller parts. */
export async function shrinkInput(
  input: Buffer,
  isStillBroken: (candidate: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  let smallest = input
  let steps = 0
  for (let size = input.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < smallest.length && steps < shrinkStepsMax;) {
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)])
      steps += 1
      if (await isStillBroken(candidate)) smallest = candidate
      else at += size
    }
  }
  return smallest
}
