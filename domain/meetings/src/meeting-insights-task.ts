import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** From what was said to insights and a mail. Enqueued when a known room is destroyed. */
export const meetingInsightsTask = defineTask({
  name: 'meeting-insights',
  input: z.object({ meetingId: z.uuid() }),
  // About a day: while the model is away a meeting waits.
  attemptsMax: 80,
  retrySecondsMax: 1_800,
  // A long meeting is several questions.
  timeLimitMs: 600_000,
})
