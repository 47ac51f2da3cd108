// Logins and re-authentication with a passkey.
import { beginPasskeyLogin, finishPasskeyLogin } from '@gatehouse/identity/log-in-with-passkey'
import {
  beginPasskeyReauthentication,
  finishPasskeyReauthentication,
} from '@gatehouse/identity/reauthenticate-with-passkey'
import { requireUser } from '../../access/authorise.ts'
import { type Operation, defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor, auditOrigin } from '../audit.ts'
import { loginOrigin, sessionType, setLoginCookies } from './identity.ts'
import { passkeyCost as cost, passkeyRequestType } from './passkeys.ts'

export const passkeyLoginOperations: readonly Operation[] = [
  defineMutation({
    name: 'beginPasskeyLogin',
    description:
      'Begins a login with a passkey: as the second step, with the challenge from the details of identity.second_factor_required; or without a password and without a challenge. Pass options to PublicKeyCredential.parseRequestOptionsFromJSON and navigator.credentials.get. Requests are limited (RATE_LIMITED).',
    inputs: { challenge: optionalInput(inputs.secret) },
    returns: passkeyRequestType,
    cost,
    async resolve(context, { challenge }) {
      const { deps } = context
      const login = { challenge: challenge ?? undefined, ...loginOrigin(context) }
      return beginPasskeyLogin({ ...deps, ...deps.identity }, login)
    },
  }),
  defineMutation({
    name: 'finishPasskeyLogin',
    description:
      'Completes a login with a passkey: response is toJSON() of the credential that the browser returned, and challenge is the one that beginPasskeyLogin got, if any. Without a challenge the passkey must have verified the user, and counts as both factors.',
    inputs: { response: inputs.json, challenge: optionalInput(inputs.secret) },
    returns: sessionType,
    cost,
    async resolve(context, { response, challenge }) {
      const { deps, logger } = context
      const login = { response, challenge: challenge ?? undefined, ...loginOrigin(context) }
      const loggedIn = await finishPasskeyLogin({ ...deps, ...deps.identity }, login, auditOrigin(context))
      setLoginCookies(context, loggedIn)
      const { user, access } = loggedIn
      logger.info('user logged in with a passkey', { user: user.id })
      return { user, access }
    },
  }),
  defineMutation({
    name: 'beginPasskeyReauthentication',
    description:
      'Begins to confirm the session of the cookie with a passkey of the caller. Pass options to PublicKeyCredential.parseRequestOptionsFromJSON and navigator.credentials.get.',
    inputs: {},
    returns: passkeyRequestType,
    cost,
    async resolve({ deps, viewer, refreshCookie }) {
      const caller = { user: await requireUser(viewer), token: refreshCookie.read() }
      return beginPasskeyReauthentication({ ...deps, ...deps.identity }, caller)
    },
  }),
  defineMutation({
    name: 'finishPasskeyReauthentication',
    description:
      'As reauthenticate, but with a passkey that has verified the user: response is toJSON() of the credential that the browser returned.',
    inputs: { response: inputs.json },
    returns: shapes.time,
    cost,
    async resolve(context, { response }) {
      const { deps, viewer, refreshCookie } = context
      const caller = { user: await requireUser(viewer), token: refreshCookie.read() }
      return finishPasskeyReauthentication(
        { ...deps, ...deps.identity },
        { ...caller, response },
        await auditActor(context),
      )
    },
  }),
]
