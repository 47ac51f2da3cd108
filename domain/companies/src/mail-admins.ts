import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { MailContent } from '@gatehouse/mail/mail-templates'
import type { Queryable } from '@gatehouse/postgres/create-postgres'

export type AdminMail = {
  companyId: string
  /** Names the cause; each admin gets one mail for it. */
  key: string
  content: (companyName: string) => MailContent
}

/**
 * Queues one mail for each admin of the company in the transaction. `queue` must list `sendMailTask` among its kinds, and
 * must have been prepared if many transactions are open concurrently.
 */
export async function mailAdmins(
  deps: EnqueueMailDeps,
  tx: Queryable,
  { companyId, key, content }: AdminMail,
): Promise<void> {
  const { rows: admins } = await tx.query<{ id: string; email: string; company_name: string }>(
    `select u.id, u.email, c.name as company_name
       from memberships m join users u on u.id = m.user_id join companies c on c.id = m.company_id
      where m.company_id = $1 and m.role = 'ADMIN'
      order by u.id`,
    [companyId],
  )
  for (const { id: userId, email, company_name: companyName } of admins) {
    await enqueueMail(deps, tx, { ...content(companyName), key: `${key}:${userId}`, companyId, to: email })
  }
}
