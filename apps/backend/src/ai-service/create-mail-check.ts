// Whether mails are sent at all. The backend only writes them into the outbox; the AI service has the mail server, and lists
// the sending of mails among its tasks only if one is configured.
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { z } from 'zod'
import type { AiServiceAddress } from './ai-service-settings.ts'

const statsSchema = z.object({
  queues: z.object({ tasks: z.array(z.object({ kind: z.string() })) }),
})

// It only adds to an answer that is complete without it.
const answerMsMax = 2_000

export type HasMailServer = () => Promise<boolean>

/** False only if the AI service says so. Without an answer the mail counts as queued, which it is. */
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
