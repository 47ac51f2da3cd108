import { logIn } from '@gatehouse/identity/log-in'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { setLoginCookies, loginOrigin } from './login-origin.ts'
import { sessionType } from './session-type.ts'

export const login = defineMutation({
  name: 'login',
  description: 'Gives an access token for an e-mail address and its password.',
  inputs: { email: inputs.string, password: inputs.secret },
  returns: sessionType,
  // Two logins exceed the cost limit of a document, so passwords cannot be guessed through aliases.
  cost: 3_000,
  async resolve(context, credentials) {
    const { deps, logger } = context
    const loggedIn = await logIn(deps.identity, credentials, loginOrigin(context))
    setLoginCookies(context, loggedIn)
    const { user, access } = loggedIn
    logger.info('user logged in', { user: user.id })
    return { user, access }
  },
})
