import { readCompanyNames } from '@gatehouse/companies/company'
import { invitationDays } from '@gatehouse/identity/invitation'
import type { SendInvitation } from '@gatehouse/identity/invite-member'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { Secret } from '@gatehouse/runtime/secret'
import type { OperationDeps } from '../../operation-deps.ts'

/** To the invited address and nobody else, so that whoever accepts has it. In the transaction of the invitation. */
export function createMailInvitation(
  deps: Pick<OperationDeps, 'ids' | 'mailQueue' | 'mailSeal' | 'consoleUrl'>,
): SendInvitation {
  return async (tx, { id, companyId, email }, token) => {
    const names = await readCompanyNames(tx, [companyId])
    const link = linkOf(deps, token)
    const values = { companyName: names.get(companyId) ?? '', link, daysValid: invitationDays }
    const order = { key: `invitation:${id}`, companyId, to: email }
    await enqueueMail({ ids: deps.ids, queue: deps.mailQueue, seal: deps.mailSeal }, tx, {
      ...order,
      template: 'invitation',
      values,
    })
  }
}

/** With the token behind the hash, so that it is in no server's log. */
export function linkOf({ consoleUrl }: Pick<OperationDeps, 'consoleUrl'>, token: Secret): string {
  return `${consoleUrl}/invitation#${token.reveal()}`
}
