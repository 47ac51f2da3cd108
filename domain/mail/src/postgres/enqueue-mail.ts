// The only way to create a mail: together with its task, in the transaction that causes it. So a rollback leaves no
// mail, and a commit loses none. An invalid address must not undo its cause, such as a payment: the mail is then stored
// as REJECTED and never sent.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { z } from 'zod'
import { badAddress } from '../mail-store.ts'
import { type MailSeal, noMailSeal } from '../seal-mail.ts'
import { sendMailTask } from '../send-mail-task.ts'
import { type MailContent, renderMail } from '../templates/mail-templates.ts'
import { addBounce } from './add-bounce.ts'

export type MailOrder = MailContent & {
  /**
   * Idempotency key that names the cause, such as `meeting-insights:<meeting id>`: two calls with the same key create
   * only one mail, however far apart they are.
   */
  key: string
  /** The company that the mail belongs to, so that companies take turns; null for a mail of the platform itself. */
  companyId: string | null
  /** One bare address; a mail to anything else is rejected. */
  to: string
}

export type EnqueuedMail = {
  id: string
  /** False if a mail with this key already exists; it stays unchanged. */
  isNew: boolean
}

/** `queue` must list `sendMailTask` among its kinds. Confidential templates need a `seal`. */
export type EnqueueMailDeps = { queue: Pick<TaskQueue, 'enqueue'>; ids: Ids; seal?: MailSeal | undefined }

export async function enqueueMail(
  { queue, ids, seal = noMailSeal }: EnqueueMailDeps,
  tx: Queryable,
  order: MailOrder,
): Promise<EnqueuedMail> {
  const refusal = recipientSchema.safeParse(order.to).success ? undefined : badAddress
  const newId = ids.uuid()
  const { subject, ...bodies } = toStore(seal, newId, { order, isRefused: refusal !== undefined })
  const { rows } = await tx.query(
    // The update is a no-op that makes `returning` return the existing row.
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
    const group = order.companyId === null ? {} : { groupId: order.companyId }
    await queue.enqueue(tx, sendMailTask, { input: { mailId: id }, key: id, ...group })
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

/** A mail that will not be sent is stored without bodies, a confidential one with sealed bodies. */
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
