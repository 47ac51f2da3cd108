import { expect, test } from 'vitest'
import { meetingInsightsTask } from './meeting-insights-task.ts'

test('retries of a meeting outlast a model outage of half a day', () => {
  const { attemptsMax, firstRetrySeconds, retrySecondsMax } = meetingInsightsTask
  // Half of every delay is jitter, so only the other half is guaranteed.
  const waits = Array.from({ length: attemptsMax - 1 }, (_, attempt) =>
    Math.min(firstRetrySeconds * 2 ** attempt, retrySecondsMax),
  )
  expect(waits.reduce((sum, seconds) => sum + seconds / 2, 0)).toBeGreaterThan(12 * 3_600)
})
