// Tells the admins of a company what happened to its payments: a mail for each of them, in the transaction of the notice.
import { type Notice, describeNotice } from '@gatehouse/billing/describe-notice'
import { readCompanyNames } from '@gatehouse/companies/company'
import { listMembers } from '@gatehouse/identity/memberships'
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { Tables } from '@gatehouse/schema/tables'
import type { Transaction } from 'kysely'

export type MailNotice = (tx: Transaction<Tables>, notice: Notice) => Promise<void>

/** Where there is no page of the provider's to lead to, it is the console's own about billing. */
export function createMailNotice(deps: EnqueueMailDeps, { consoleUrl }: { consoleUrl: string }): MailNotice {
  return async (tx, notice) => {
    const { companyId } = notice
    const { link, ...said } = describeNotice(notice)
    const names = await readCompanyNames(tx, [companyId])
    const values = { ...said, link: link ?? `${consoleUrl}/billing`, companyName: names.get(companyId) ?? '' }
    const members = await listMembers(tx, companyId)
    for (const { userId, email } of members.filter(({ role }) => role === 'ADMIN')) {
      const key = `billing-notice:${notice.key}:${userId}`
      await enqueueMail(deps, tx, { template: 'billing-notice', values, key, companyId, to: email })
    }
  }
}
