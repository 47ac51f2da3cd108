import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Makes the weeks to come of the calls table and takes out the old ones. Nightly, with weeks in hand. */
export const maintainPartitionsTask = defineTask({
  name: 'maintain-partitions',
  input: z.object({}),
  schedule: { cron: '17 3 * * *', input: {} },
})
