// A scale of durations on which four steps are a doubling. Counts per step can be added over replicas, which percentiles
// cannot; what is told from them is off by a tenth at most.
const stepsPerDoubling = 4

/** The highest is eighteen hours, longer than anything may take. */
export const lastStep = 26 * stepsPerDoubling

export function stepOf(tookMs: number): number {
  if (!(tookMs > 1)) return 0
  return Math.min(lastStep, Math.ceil(Math.log2(tookMs) * stepsPerDoubling))
}

/** The middle of a step, as ratios go. */
export function durationOf(step: number): number {
  if (step === 0) return 1
  const ms = 2 ** ((step - 0.5) / stepsPerDoubling)
  // Three digits: a whole number of milliseconds is off by too much below a hundred.
  return Number(ms.toPrecision(3))
}
