import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Compares the ledger with itself, with the holds and with the payment provider, and keeps the report. */
export const reconcileLedgerTask = defineTask({
  name: 'reconcile-ledger',
  input: z.object({}),
  // The next hour comes anyway; the first run of a large installation adds up every day there ever was.
  attemptsMax: 3,
  timeLimitMs: 3_000_000,
  schedule: { cron: '7 * * * *', input: {} },
})
