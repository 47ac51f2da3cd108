// The only way a mail comes into being: with its task, in the transaction that causes it, so that there is neither a mail
// for something that was rolled back nor something done whose mail was lost. What is no address is no reason to undo the
// cause, which is a payment or a paid answer: such a mail is written as rejected, and nobody tries to send it.
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { z } from 'zod'
import { badAddress } from '../mail-outcome.ts'
import { sendMailTask } from '../send-mail-task.ts'
import { type MailContent, renderMail } from '../templates/mail-templates.ts'
import { addBounce } from './record-bounce.ts'

export type MailOrder = MailContent & {
  /** What causes it, such as `meeting-insights:<room event id>`: two orders with one key are one mail, for ever. */
  key: string
  /** Whose mail it is: companies take turns. Null for one of the platform's own. */
  companyId: string | null
  /** One bare address; to anything else nothing is sent. */
  to: string
}

export type EnqueuedMail = {
  id: string
  /** False if there was one with this key already; it stays as it was. */
  isNew: boolean
}

/** `queue` must list `sendMailTask` among its kinds. */
export type EnqueueMailDeps = { queue: Pick<TaskQueue, 'enqueue'>; ids: Ids }

export async function enqueueMail(
  { queue, ids }: EnqueueMailDeps,
  tx: AnyTransaction,
  order: MailOrder,
): Promise<EnqueuedMail> {
  const refusal = recipientSchema.safeParse(order.to).success ? undefined : badAddress
  const { subject, text, html } = renderMail(order)
  const rows = await runStatement(
    tx,
    // The update changes nothing; it makes the row that is there come back.
    `insert into mails (id, company_id, idempotency_key, template, recipient, subject, text_body, html_body,
                        status, last_answer, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $9::mail_status <> 'QUEUED' then now() end)
     on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
     returning id, id = $1 as is_new`,
    [
      ids.uuid(),
      order.companyId,
      order.key,
      order.template,
      order.to,
      subject,
      text,
      html,
      refusal?.status ?? 'QUEUED',
      refusal?.answer ?? null,
    ],
  )
  const [{ id, is_new: isNew }] = rows as [{ id: string; is_new: boolean }]
  if (isNew && refusal) {
    await addBounce(tx, ids, { mailId: id, answer: refusal.answer })
  } else if (isNew) {
    const companyId = order.companyId === null ? {} : { companyId: order.companyId }
    await queue.enqueue(tx, sendMailTask, { input: { mailId: id }, key: id, ...companyId })
  }
  return { id, isNew }
}

const recipientSchema = z.email().max(320)
