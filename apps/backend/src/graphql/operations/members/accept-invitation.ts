import { acceptInvitation as accept } from '@gatehouse/identity/accept-invitation'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditOrigin } from '../audit-origin.ts'
import { setLoginCookies, loginOrigin } from '../identity/login-origin.ts'
import { sessionType } from '../identity/session-type.ts'

export const acceptInvitation = defineMutation({
  name: 'acceptInvitation',
  description:
    'Joins the company that sent the invitation. If the invited address has an account, give its password; otherwise this is the password of the new account.',
  inputs: { token: inputs.secret, password: inputs.secret },
  returns: sessionType,
  // As high as login, because it also checks a password.
  cost: 3_000,
  async resolve(context, { token, password }) {
    const { deps, logger } = context
    const accepted = await accept(
      { ...deps, ...deps.identity },
      { token, password, ...loginOrigin(context) },
      auditOrigin(context),
    )
    setLoginCookies(context, accepted)
    const { user, access } = accepted
    logger.info('invitation accepted', { user: user.id })
    return { user, access }
  },
})
