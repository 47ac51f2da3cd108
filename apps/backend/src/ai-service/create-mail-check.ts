// Finds out whether mail is sent at all. The backend only writes mails to the outbox; the AI service talks to the mail
// server, and lists the send-mail task among its tasks only if a mail server is configured.
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { z } from 'zod'
import type { AiServiceAddress } from './ai-service-settings.ts'

const statsSchema = z.object({
  queues: z.object({ tasks: z.array(z.object({ kind: z.string() })) }),
})

// The check only adds a status to an answer that is complete without it, so it must not hold that answer up.
const answerMsMax = 2_000

export type HasMailServer = () => Promise<boolean>

/**
 * Returns false only if the AI service reports that it sends no mail. If the AI service does not respond, the mail
 * counts as queued, which it is.
 */
export function createMailCheck(address: AiServiceAddress | undefined): HasMailServer {
  return async () => {
    if (!address) return true
    const stats = statsSchema.safeParse(await readStats(address).catch(() => undefined))
    return !stats.success || stats.data.queues.tasks.some(({ kind }) => kind === sendMailTask.name)
  }
}

async function readStats({ url, secret }: AiServiceAddress): Promise<unknown> {
  const response = await fetch(`${url}/monitoring/stats`, {
    headers: { authorization: `Bearer ${secret.reveal()}` },
    signal: AbortSignal.timeout(answerMsMax),
  })
  return await response.json()
}
