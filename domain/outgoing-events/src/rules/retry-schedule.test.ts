import { expect, test } from 'vitest'
import { attemptsMax, retryDelayMs, retryDelaysSeconds } from './retry-schedule.ts'

test('ten attempts cover three days, also without jitter', () => {
  expect(attemptsMax).toBe(10)
  expect(retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0)).toBe(3 * 24 * 3_600)
})

test('each delay is the documented one, lengthened by at most a tenth', () => {
  expect([retryDelayMs(1, 0), retryDelayMs(1, 0.5)]).toEqual([5_000, 5_250])
  expect(retryDelayMs(9, 0)).toBe(73_495_000)
  expect(retryDelayMs(10, 0)).toBeUndefined()
})
