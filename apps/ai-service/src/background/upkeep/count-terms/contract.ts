import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Counts anew how common terms are, which decides how much each tells of a talent. Nightly: it hardly moves. */
export const countTermsTask = defineTask({
  name: 'count-terms',
  input: z.object({}),
  schedule: { cron: '41 3 * * *', input: {} },
})
