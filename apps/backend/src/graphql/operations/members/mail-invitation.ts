import { readCompanyNames } from '@gatehouse/companies/company'
import { invitationDays } from '@gatehouse/identity/invitation'
import type { SendInvitation } from '@gatehouse/identity/invite-member'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { Secret } from '@gatehouse/runtime/secret'
import type { OperationDeps } from '../../operation-deps.ts'

/**
 * Mails the link to the invited address only, so that accepting proves control of that address. Enqueued in the
 * invitation's transaction.
 */
export function createMailInvitation(
  deps: Pick<OperationDeps, 'ids' | 'mailQueue' | 'mailSeal' | 'consoleUrl'>,
): SendInvitation {
  return async (tx, { id, companyId, email }, token) => {
    const names = await readCompanyNames(tx, [companyId])
    const link = invitationLink(deps, token)
    const values = { companyName: names.get(companyId) ?? '', link, daysValid: invitationDays }
    const order = { key: `invitation:${id}`, companyId, to: email }
    await enqueueMail({ ids: deps.ids, queue: deps.mailQueue, seal: deps.mailSeal }, tx, {
      ...order,
      template: 'invitation',
      values,
    })
  }
}

/** The token is in the URL fragment, which browsers do not send, so no server logs it. */
export function invitationLink({ consoleUrl }: Pick<OperationDeps, 'consoleUrl'>, token: Secret): string {
  return `${consoleUrl}/invitation#${token.reveal()}`
}
