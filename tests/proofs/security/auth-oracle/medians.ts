// Medians, and how much two medians of the same quantity differ by chance.

/** A smaller difference cannot be detected from outside, whatever the noise on this machine. */
export const differenceMsAlways = 0.3
export const noiseFactor = 3

export type MedianComparison = { medians: number[]; differenceMs: number; noiseMs: number; isWithin: boolean }

/** Compares samples that were taken in turns: disturbances and load affect all of them alike, and only the kinds differ. */
export function compareMedians(samples: readonly (readonly number[])[]): MedianComparison {
  const medians = samples.map(medianOf)
  const noiseMs = noiseOfMedian(samples)
  const differenceMs = Math.max(...medians) - Math.min(...medians)
  const isWithin = differenceMs <= Math.max(noiseFactor * noiseMs, differenceMsAlways)
  return { medians, differenceMs, noiseMs, isWithin }
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle - 1)] ?? Number.NaN)) / 2
}

const splits = 40

/** Mean distance between the medians of two random halves of the same sample, over all samples. */
function noiseOfMedian(samples: readonly (readonly number[])[]): number {
  const distances = samples.flatMap((sample) =>
    Array.from({ length: splits }, () => distanceOfHalves(sample)),
  )
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length
}

function distanceOfHalves(sample: readonly number[]): number {
  const shuffled = shuffle(sample)
  const half = Math.floor(shuffled.length / 2)
  return Math.abs(medianOf(shuffled.slice(0, half)) - medianOf(shuffled.slice(half)))
}

export function shuffle<T>(values: readonly T[]): T[] {
  const shuffled = [...values]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const moved = shuffled[last] as T
    shuffled[last] = shuffled[other] as T
    shuffled[other] = moved
  }
  return shuffled
}
