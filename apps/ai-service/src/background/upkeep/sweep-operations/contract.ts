import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Takes out the counts of operations that nobody looks at any more. */
export const sweepOperationsTask = defineTask({
  name: 'sweep-operations',
  input: z.object({}),
  schedule: { cron: '23 * * * *', input: {} },
})
