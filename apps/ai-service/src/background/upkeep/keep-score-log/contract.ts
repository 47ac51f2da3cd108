import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Makes the months to come of the log of scores and drops what is no longer kept. */
export const keepScoreLogTask = defineTask({
  name: 'keep-score-log',
  input: z.object({}),
  schedule: { cron: '41 3 * * *', input: {} },
})
