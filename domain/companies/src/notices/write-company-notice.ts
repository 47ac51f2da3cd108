// Notifies the admins of a company once per key, however often and from however many processes it is reported.
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import { type CompanyNoticeContent, describeCompanyNotice } from './company-notice.ts'

export type NewCompanyNotice = CompanyNoticeContent & {
  companyId: string
  /** Identifies the occasion, such as `model_work_waits:2026-11`: a company gets at most one notice per key, ever. */
  key: string
}

/**
 * Writes the notice and queues one mail per admin in the transaction. Returns false if a notice with this key exists.
 * `queue` must list `sendMailTask` among its kinds, and must have been prepared if many transactions are open
 * concurrently.
 */
export async function writeCompanyNotice(
  deps: EnqueueMailDeps,
  tx: AnyTransaction,
  notice: NewCompanyNotice,
): Promise<boolean> {
  const { companyId, key, kind, details } = notice
  const id = deps.ids.uuid()
  const inserted = await runStatement(
    tx,
    `insert into company_notices (id, company_id, key, kind, details) values ($1, $2, $3, $4, $5)
     on conflict (company_id, key) do nothing returning id`,
    [id, companyId, key, kind, JSON.stringify(details)],
  )
  if (inserted.length === 0) return false
  const admins = (await runStatement(
    tx,
    `select u.id, u.email, c.name as company_name
       from memberships m join users u on u.id = m.user_id join companies c on c.id = m.company_id
      where m.company_id = $1 and m.role = 'ADMIN'
      order by u.id`,
    [companyId],
  )) as { id: string; email: string; company_name: string }[]
  for (const { id: userId, email, company_name: companyName } of admins) {
    await enqueueMail(deps, tx, {
      template: 'company-notice',
      values: { ...describeCompanyNotice(notice), companyName },
      key: `company-notice:${id}:${userId}`,
      companyId,
      to: email,
    })
  }
  return true
}
