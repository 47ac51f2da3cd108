import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Forgets stored answers that no retry may ask for any more, and parsed documents that are kept no longer. */
export const purgeAnswersTask = defineTask({
  name: 'purge-answers',
  input: z.object({}),
  schedule: { cron: '*/10 * * * *', input: {} },
})
