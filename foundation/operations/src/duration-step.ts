// A logarithmic scale of durations with four steps per doubling. Unlike percentiles, counts per step can be summed over
// replicas; a duration derived from a step is off by at most a tenth.
const stepsPerDoubling = 4

/** The last step stands for about eighteen hours, longer than any operation may take. */
export const lastStep = 26 * stepsPerDoubling

export function stepOf(tookMs: number): number {
  if (!(tookMs > 1)) return 0
  return Math.min(lastStep, Math.ceil(Math.log2(tookMs) * stepsPerDoubling))
}

/** Geometric middle of the step. */
export function durationOf(step: number): number {
  if (step === 0) return 1
  const ms = 2 ** ((step - 0.5) / stepsPerDoubling)
  // Three significant digits: rounding to whole milliseconds would be too coarse for short durations.
  return Number(ms.toPrecision(3))
}
