import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Checks the ledger against itself, the holds and the payment provider, and stores the report. The AI service runs it. */
export const reconcileLedgerTask = defineTask({
  name: 'reconcile-ledger',
  input: z.object({}),
  // Few attempts, because the next hour's run follows anyway; a long limit, because the first run of a large installation sums
  // every past day.
  attemptsMax: 3,
  timeLimitMs: 3_000_000,
  schedule: { cron: '7 * * * *', input: {} },
})
