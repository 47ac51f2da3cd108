import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** From what was said to insights and a mail. Enqueued when a known room is destroyed. */
export const meetingInsightsTask = defineTask({
  name: 'meeting-insights',
  input: z.object({ meetingId: z.uuid() }),
  // A long meeting is several questions.
  timeLimitMs: 600_000,
})
