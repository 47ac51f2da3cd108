import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Compares companies with their alert rules, every minute, at most 5,000 in one run. A run that fails is not retried for long: the next one follows. */
export const evaluateAlertsTask = defineTask({
  name: 'evaluate-alerts',
  input: z.object({}),
  attemptsMax: 3,
  keptDays: 1,
  schedule: { cron: '* * * * *', input: {} },
})
