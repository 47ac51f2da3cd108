import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Sends one mail of the outbox. Enqueued by `enqueueMail` and by nothing else. */
export const sendMailTask = defineTask({
  name: 'send-mail',
  input: z.object({ mailId: z.uuid() }),
  // More than a mail may be put off: the others are for a database that is away.
  attemptsMax: 40,
  firstRetrySeconds: 5,
  retrySecondsMax: 3_600,
  // RFC 5321 gives a server ten minutes to answer after the content; who hangs up earlier does not know the outcome.
  timeLimitMs: 690_000,
})

/** About a day of hourly attempts; then the mail has failed. */
export const deferralsMax = 30
