import { acceptInvitation as accept } from '@gatehouse/identity/accept-invitation'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditOrigin } from '../audit-origin.ts'
import { keepLogin, loginOrigin } from '../identity/login-origin.ts'
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
    const { deps, logger } = context
    const accepted = await accept(
      { ...deps, ...deps.identity },
      { token, password, ...loginOrigin(context) },
      auditOrigin(context),
    )
    keepLogin(context, accepted)
    const { user, access } = accepted
    logger.info('somebody accepted an invitation', { user: user.id })
    return { user, access }
  },
})
