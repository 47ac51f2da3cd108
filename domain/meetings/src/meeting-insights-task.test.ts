import { expect, test } from 'vitest'
import { meetingInsightsTask } from './meeting-insights-task.ts'

test('a meeting outlasts a model that is away for half a day', () => {
  const { attemptsMax, firstRetrySeconds, retrySecondsMax } = meetingInsightsTask
  // Of every wait half is chance, so half is what is sure.
  const waits = Array.from({ length: attemptsMax - 1 }, (_, attempt) =>
    Math.min(firstRetrySeconds * 2 ** attempt, retrySecondsMax),
  )
  expect(waits.reduce((sum, seconds) => sum + seconds / 2, 0)).toBeGreaterThan(12 * 3_600)
})
