import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Takes out the batches of lost replicas that nobody asks about any more. Rare, so daily is enough. */
export const sweepBatchesTask = defineTask({
  name: 'sweep-batches',
  input: z.object({}),
  schedule: { cron: '53 3 * * *', input: {} },
})
