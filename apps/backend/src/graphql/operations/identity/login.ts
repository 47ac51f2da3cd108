import { logIn } from '@gatehouse/identity/log-in'
import { addressRange } from '@gatehouse/limits/address-range'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { sessionType } from './session-type.ts'

export const login = defineMutation({
  name: 'login',
  description: 'Gives an access token for an e-mail address and its password.',
  inputs: { email: inputs.string, password: inputs.secret },
  returns: sessionType,
  // Two of them exceed what a document may cost: no guessing by aliases.
  cost: 3_000,
  async resolve({ deps, refreshCookie, clientAddress = 'unknown', logger }, credentials) {
    const { user, access, refresh } = await logIn(deps.identity, credentials, addressRange(clientAddress))
    refreshCookie.set(refresh.token, refresh.expiresAt)
    logger.info('somebody logged in', { user: user.id })
    return { user, access }
  },
})
