import { expect, test } from 'vitest'
import { seededRandom } from '../../kit/seeded-random.ts'
import { compareMedians, medianOf } from './medians.ts'

const kinds = 6
const perKind = 1_000

/** Times of kinds that alternate under a load that comes and goes; those of the last kind take longer. */
function sample({ longerMs = 0, loadMs = 0 }): number[][] {
  const random = seededRandom('medians')
  const samples: number[][] = Array.from({ length: kinds }, () => [])
  for (let turn = 0; turn < perKind; turn += 1) {
    // Half of the time the machine is busy, for many turns in a row; now and then it stalls.
    const isBusy = Math.floor(turn / 50) % 2 === 0
    for (const [kind, times] of samples.entries()) {
      const stallMs = random.fraction() < 0.01 ? 500 : 0
      const waitMs = (isBusy ? loadMs : 0) + random.fraction() * (1 + loadMs)
      times.push(10 + waitMs + stallMs + (kind === kinds - 1 ? longerMs : 0))
    }
  }
  return samples
}

test('the median of an even number of values lies between the two in the middle', () => {
  expect(medianOf([4, 1, 3, 100])).toBe(3.5)
})

test.each([0, 5])('kinds that take the same time are within the noise, with %d ms of load', (loadMs) => {
  expect(compareMedians(sample({ loadMs })).isWithin).toBe(true)
})

test.each([
  { loadMs: 0, longerMs: 0.6 },
  { loadMs: 5, longerMs: 5 },
])('a kind that takes $longerMs ms longer is found, with $loadMs ms of load', (planted) => {
  const found = compareMedians(sample(planted))
  expect(found.isWithin).toBe(false)
  expect(found.differenceMs).toBeGreaterThan(planted.longerMs / 2)
})
