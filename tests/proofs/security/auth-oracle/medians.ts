// Medians, and how much two medians of the same quantity differ by chance.

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle - 1)] ?? Number.NaN)) / 2
}

const splits = 40

/** Mean distance between the medians of two random halves of the same sample, over all samples. */
export function noiseOfMedian(samples: readonly (readonly number[])[]): number {
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
