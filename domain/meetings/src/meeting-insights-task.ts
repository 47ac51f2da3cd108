import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Turns a transcript into insights and a mail. Enqueued when a registered room is destroyed. */
export const meetingInsightsTask = defineTask({
  name: 'meeting-insights',
  input: z.object({ meetingId: z.uuid() }),
  // Retries for about a day, so that a meeting survives an outage of the model.
  attemptsMax: 80,
  retrySecondsMax: 1_800,
  // A long meeting takes several model calls.
  timeLimitMs: 600_000,
})
