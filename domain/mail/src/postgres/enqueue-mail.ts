// The only way a mail comes into being: with its task, in the transaction that causes it, so that there is neither a mail
// for something that was rolled back nor something done whose mail was lost. What is no address is no reason to undo the
// cause, which is a payment or a paid answer: such a mail is written as rejected, and nobody tries to send it.
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { z } from 'zod'
import { badAddress } from '../mail-outcome.ts'
import { type MailSeal, noMailSeal } from '../seal-mail.ts'
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

/** `queue` must list `sendMailTask` among its kinds. Confidential templates need a `seal`. */
export type EnqueueMailDeps = { queue: Pick<TaskQueue, 'enqueue'>; ids: Ids; seal?: MailSeal | undefined }

export async function enqueueMail(
  { queue, ids, seal = noMailSeal }: EnqueueMailDeps,
  tx: AnyTransaction,
  order: MailOrder,
): Promise<EnqueuedMail> {
  const refusal = recipientSchema.safeParse(order.to).success ? undefined : badAddress
  const newId = ids.uuid()
  const { subject, ...bodies } = toStore(seal, newId, { order, isRefused: refusal !== undefined })
  const rows = await runStatement(
    tx,
    // The update changes nothing; it makes the row that is there come back.
    `insert into mails (id, company_id, idempotency_key, template, recipient, subject, text_body, html_body,
                        status, last_answer, settled_at, sealed_body, sealed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $9::mail_status <> 'QUEUED' then now() end, $11, $12)
     on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
     returning id, id = $1 as is_new`,
    [
      newId,
      order.companyId,
      order.key,
      order.template,
      order.to,
      subject,
      bodies.text,
      bodies.html,
      refusal?.status ?? 'QUEUED',
      refusal?.answer ?? null,
      bodies.sealed,
      bodies.sealedBy,
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

type StoredContent = {
  subject: string
  text: string
  html: string
  sealed: Buffer | null
  sealedBy: string | null
}

/** A mail that will not be sent keeps no bodies, and a confidential one keeps them sealed. */
function toStore(
  seal: MailSeal,
  mailId: string,
  { order, isRefused }: { order: MailOrder; isRefused: boolean },
): StoredContent {
  const { subject, text, html, isConfidential } = renderMail(order)
  const blank = { subject, text: '', html: '', sealed: null, sealedBy: null }
  if (isRefused) return blank
  if (!isConfidential) return { ...blank, text, html }
  const { sealed, secretId } = seal.seal(mailId, { text, html })
  return { ...blank, sealed, sealedBy: secretId }
}

const recipientSchema = z.email().max(320)
