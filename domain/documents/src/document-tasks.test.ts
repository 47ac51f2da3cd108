import { expect, test } from 'vitest'
import { parseCvTask } from './document-tasks.ts'

test('a CV outlasts a model that is away for half a day', () => {
  const { attemptsMax, firstRetrySeconds, retrySecondsMax } = parseCvTask
  // Of every wait half is chance, so half is what is sure.
  const waits = Array.from({ length: attemptsMax - 1 }, (_, attempt) =>
    Math.min(firstRetrySeconds * 2 ** attempt, retrySecondsMax),
  )
  expect(waits.reduce((sum, seconds) => sum + seconds / 2, 0)).toBeGreaterThan(12 * 3_600)
})
