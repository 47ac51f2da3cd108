import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import { type DeliveryReport, bounceKindOf, statusCodeOf } from '../bounces/read-delivery-report.ts'

export type BounceOutcome = 'recorded' | 'repeated' | 'unknown_mail'

/** Records a bounce reported to the sender's mailbox or by the mail provider. Idempotent. */
export async function recordBounce(
  postgres: Queryable,
  ids: Ids,
  { messageId, statusCode, diagnostic }: DeliveryReport,
): Promise<BounceOutcome> {
  const { rows } = await postgres.query<{ id: string }>('select id from mails where message_id = $1', [
    messageId,
  ])
  const mailId = rows[0]?.id
  if (mailId === undefined) return 'unknown_mail'
  const isNew = await insertBounce(postgres, ids, { mailId, source: 'REPORT', statusCode, diagnostic })
  return isNew ? 'recorded' : 'repeated'
}

/** Records a rejection by the server as a bounce, in the transaction that settles the mail. */
export async function addBounce(
  tx: Queryable,
  ids: Ids,
  { mailId, answer }: { mailId: string; answer: string },
): Promise<void> {
  await insertBounce(tx, ids, {
    mailId,
    source: 'ANSWER',
    statusCode: statusCodeOf(answer),
    diagnostic: answer,
  })
}

type NewBounce = { mailId: string; source: 'ANSWER' | 'REPORT'; statusCode: string; diagnostic: string }

async function insertBounce(tx: Queryable, ids: Ids, bounce: NewBounce): Promise<boolean> {
  const { mailId, source, statusCode, diagnostic } = bounce
  const { rows } = await tx.query(
    `insert into mail_bounces (id, mail_id, kind, source, status_code, diagnostic)
     values ($1, $2, $3, $4, $5, $6) on conflict (mail_id, source, status_code) do nothing
     returning id`,
    [ids.uuid(), mailId, bounceKindOf(statusCode), source, statusCode, diagnostic.slice(0, 1_000)],
  )
  return rows.length === 1
}
