// The only way a mail comes into being: with its task, in the transaction that causes it, so that there is neither a mail
// for something that was rolled back nor something done whose mail was lost.
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { z } from 'zod'
import { sendMailTask } from '../send-mail-task.ts'
import { type MailContent, renderMail } from '../templates/mail-templates.ts'

export type MailOrder = MailContent & {
  /** What causes it, such as `meeting-insights:<room event id>`: two orders with one key are one mail, for ever. */
  key: string
  /** Whose mail it is: companies take turns. Null for one of the platform's own. */
  companyId: string | null
  /** One bare address. */
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
  if (!recipientSchema.safeParse(order.to).success) throw badRecipient()
  const { subject, text, html } = renderMail(order)
  const rows = await runStatement(
    tx,
    // The update changes nothing; it makes the row that is there come back.
    `insert into mails (id, company_id, idempotency_key, template, recipient, subject, text_body, html_body)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
     returning id, id = $1 as is_new`,
    [ids.uuid(), order.companyId, order.key, order.template, order.to, subject, text, html],
  )
  const [{ id, is_new: isNew }] = rows as [{ id: string; is_new: boolean }]
  if (isNew) {
    const companyId = order.companyId === null ? {} : { companyId: order.companyId }
    await queue.enqueue(tx, sendMailTask, { input: { mailId: id }, key: id, ...companyId })
  }
  return { id, isNew }
}

const recipientSchema = z.email().max(320)

function badRecipient(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'mail.bad_recipient',
    publicMessage: 'The recipient is not an e-mail address. Give one address, without a name.',
  })
}
