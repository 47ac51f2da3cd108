// Informs the admins of a company of one matter, once, however often and from however many processes it is reported.
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import { type CompanyNoticeMatter, describeCompanyNotice } from './company-notice.ts'

export type NewCompanyNotice = CompanyNoticeMatter & {
  companyId: string
  /** Which matter it is, such as `model_work_waits:2026-11`: a company has one notice for each key, for ever. */
  key: string
}

/**
 * Writes the notice and queues one mail to each admin in the transaction. False if there was one with this key. `queue` must list
 * `sendMailTask` among its kinds, and be prepared before where many transactions are open at the same time.
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
