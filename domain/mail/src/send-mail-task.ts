import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

/** Sends one mail from the outbox. Enqueued only by `enqueueMail`. */
export const sendMailTask = defineTask({
  name: 'send-mail',
  input: z.object({ mailId: z.uuid() }),
  // More than `deferralsMax`: the extra attempts are for database outages.
  attemptsMax: 40,
  firstRetrySeconds: 5,
  retrySecondsMax: 3_600,
  // RFC 5321 gives a server ten minutes to reply to the content; a client that disconnects earlier does not learn the
  // outcome.
  timeLimitMs: 690_000,
})

/** After this many deferrals the mail has failed. The attempts take about a day; the last ones are an hour apart. */
export const deferralsMax = 30
