import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { MailOutcome, MailStore } from '../mail-store.ts'
import { type MailBodies, type MailSeal, noMailSeal } from '../seal-mail.ts'
import { addBounce } from './add-bounce.ts'

type MailRow = {
  id: string
  template: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  sealed_body: Buffer | null
  sealed_by: string | null
  message_id: string | null
  is_handed_over: boolean
}

/** Without a `seal`, confidential mails wait: each attempt fails with a fault that says what to set. */
export type MailStoreDeps = { postgres: Postgres; ids: Ids; seal?: MailSeal | undefined }

export function createMailStore({ postgres, ids, seal = noMailSeal }: MailStoreDeps): MailStore {
  return {
    async readQueued(mailId) {
      const { rows } = await postgres.query<MailRow>(
        `select id, template, recipient, subject, text_body, html_body, sealed_body, sealed_by, message_id,
                handover_id is not null as is_handed_over
           from mails where id = $1 and status = 'QUEUED'`,
        [mailId],
      )
      const [row] = rows
      return row
        ? {
            id: row.id,
            template: row.template,
            recipient: row.recipient,
            subject: row.subject,
            ...bodiesOf(seal, row),
            messageId: row.message_id ?? undefined,
            isHandedOver: row.is_handed_over,
          }
        : undefined
    },
    async beginHandover(mailId, { id, messageId }) {
      // If two workers both believe that they own the task, only one gets the row.
      const { rowCount } = await postgres.query(
        `update mails set handover_id = $2, handed_over_at = now(), message_id = $3
          where id = $1 and status = 'QUEUED' and handover_id is null`,
        [mailId, id, messageId],
      )
      return rowCount === 1
    },
    async takeBack(mailId, handoverId) {
      await postgres.query(
        `update mails set handover_id = null, handed_over_at = null
          where id = $1 and handover_id = $2 and status = 'QUEUED'`,
        [mailId, handoverId],
      )
    },
    async recordDeferral(mailId, answer) {
      const { rows } = await postgres.query<{ deferrals: number }>(
        `update mails set deferrals = deferrals + 1, last_answer = $2 where id = $1 returning deferrals`,
        [mailId, answer],
      )
      return rows[0]?.deferrals ?? 0
    },
    settle: (tx, mailId, outcome) => settleMail(tx, { ids, mailId }, outcome),
  }
}

function bodiesOf(seal: MailSeal, row: MailRow): MailBodies {
  const { sealed_body: sealed, sealed_by: secretId } = row
  // A mail that was handed over is not sent again, so settling it must not fail because its body cannot be decrypted.
  if (!sealed || secretId === null || row.is_handed_over) return { text: row.text_body, html: row.html_body }
  return seal.open(row.id, { sealed, secretId })
}

/** A settled mail is never sent again, so its bodies are removed. */
async function settleMail(
  tx: Queryable,
  { ids, mailId }: { ids: Ids; mailId: string },
  { status, answer }: MailOutcome,
): Promise<void> {
  await tx.query(
    `update mails
        set status = $2, last_answer = $3, settled_at = now(),
            text_body = '', html_body = '', sealed_body = null, sealed_by = null
      where id = $1 and status = 'QUEUED'`,
    [mailId, status, answer],
  )
  if (status === 'REJECTED') await addBounce(tx, ids, { mailId, answer })
}
