import { acceptInvitation as accept } from '@gatehouse/identity/accept-invitation'
import { addressRange } from '@gatehouse/limits/address-range'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditOrigin } from '../audit-origin.ts'
import { sessionType } from '../identity/session-type.ts'

export const acceptInvitation = defineMutation({
  name: 'acceptInvitation',
  description:
    'Joins the company that invited. With an account at the invited address its password is needed; without one this is the password of the new account.',
  inputs: { token: inputs.secret, password: inputs.secret },
  returns: sessionType,
  // Like login: it checks a password.
  cost: 3_000,
  async resolve(context, { token, password }) {
    const { deps, refreshCookie, clientAddress = 'unknown', logger } = context
    const { user, access, refresh } = await accept(
      { ...deps, ...deps.identity },
      { token, password, addressRange: addressRange(clientAddress) },
      auditOrigin(context),
    )
    refreshCookie.set(refresh.token, refresh.expiresAt)
    logger.info('somebody accepted an invitation', { user: user.id })
    return { user, access }
  },
})
