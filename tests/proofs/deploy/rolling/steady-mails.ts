// Mails that are enqueued at a steady rate and sent by the AI service to a real mail server.
import { setTimeout as pause } from 'node:timers/promises'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { ids, logger } from '../../tasks/task-setup.ts'

export type SteadyMails = {
  smtpUrl: string
  start(): void
  stop(): Promise<void>
  /** Waits until every mail was sent, and counts those that are missing and those that were sent twice. */
  compare(): Promise<{ sent: number; lost: number; doubled: number }>
}

const everyMs = 100

export async function openSteadyMails(
  scope: AsyncDisposableStack,
  postgres: Postgres,
  companyId: string,
): Promise<SteadyMails> {
  const sink = scope.use(await startSmtpSink())
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  const addresses = new Set<string>()
  const stop = new AbortController()
  let enqueuing: Promise<void> | undefined

  async function enqueueOn(): Promise<void> {
    for (let number = 1; !stop.signal.aborted; number += 1) {
      const to = `reader-${number}@example.com`
      const values = { fileName: 'cv.pdf', reason: 'it has no text.' }
      const order = { key: `rolling:${number}`, companyId, to, template: 'document-refused', values } as const
      await postgres.transaction((tx) => enqueueMail({ queue, ids }, tx, order))
      addresses.add(to)
      await pause(everyMs)
    }
  }

  const countOf = (to: string) => sink.mails.filter((mail) => mail.to.some((one) => one.includes(to))).length
  return {
    smtpUrl: sink.url,
    start: () => void (enqueuing ??= enqueueOn()),
    async stop() {
      stop.abort()
      await enqueuing
    },
    async compare() {
      const isSent = () => [...addresses].every((to) => countOf(to) > 0)
      await waitUntil(isSent, { withinMs: 60_000, what: 'every mail was sent' }).catch(() => undefined)
      const counts = [...addresses].map(countOf)
      return {
        sent: addresses.size,
        lost: counts.filter((count) => count === 0).length,
        doubled: counts.filter((count) => count > 1).length,
      }
    },
  }
}
