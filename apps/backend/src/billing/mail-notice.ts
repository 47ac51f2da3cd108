// Mails a billing notice to every admin of the company, in the transaction that records the notice.
import { type Notice, describeNotice } from '@gatehouse/billing/describe-notice'
import { readCompanyNames } from '@gatehouse/companies/company'
import { listMembers } from '@gatehouse/identity/memberships'
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { Tables } from '@gatehouse/schema/tables'
import type { Transaction } from 'kysely'

export type MailNotice = (tx: Transaction<Tables>, notice: Notice) => Promise<void>

/** A notice without a link to one of the payment provider's pages links to the console's billing page. */
export function createMailNotice(deps: EnqueueMailDeps, { consoleUrl }: { consoleUrl: string }): MailNotice {
  return async (tx, notice) => {
    const { companyId } = notice
    const { link, ...description } = describeNotice(notice)
    const names = await readCompanyNames(tx, [companyId])
    const values = {
      ...description,
      link: link ?? `${consoleUrl}/billing`,
      companyName: names.get(companyId) ?? '',
    }
    const members = await listMembers(tx, companyId)
    for (const { userId, email } of members.filter(({ role }) => role === 'ADMIN')) {
      const key = `billing-notice:${notice.key}:${userId}`
      await enqueueMail(deps, tx, { template: 'billing-notice', values, key, companyId, to: email })
    }
  }
}
