import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

const policy = { firstDelayMs: 100, delayMsMax: 300 }

test('the ceiling of the backoff doubles with each attempt, up to the maximum', () => {
  const ceilings = [1, 2, 3, 4].map((attempt) => backoffMs(policy, attempt, () => 1))
  expect(ceilings).toEqual([100, 200, 300, 300])
})

test('the backoff stays between zero and its ceiling', () => {
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    expect(backoffMs(policy, attempt, () => 0)).toBe(0)
    expect(backoffMs(policy, attempt, () => 0.999)).toBeLessThan(policy.delayMsMax)
  }
})
