import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Completes what rules read from a job's text with a model's parse. The job carries its company, so companies take turns. */
export const parseJobTask = defineTask({
  name: 'parse-job',
  input: z.object({ companyId: z.uuid(), jobId: z.uuid() }),
  // Retries for about a day, so that a job survives an outage of the model.
  attemptsMax: 80,
  retrySecondsMax: 1_800,
  timeLimitMs: 300_000,
})
