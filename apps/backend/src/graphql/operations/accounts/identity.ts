import type { AccessToken } from '@gatehouse/identity/access-token'
import { changePassword } from '@gatehouse/identity/change-password'
import { logOut } from '@gatehouse/identity/list-sessions'
import { type LoggedIn, type LoginOrigin, logIn } from '@gatehouse/identity/log-in'
import { rotateRefreshToken } from '@gatehouse/identity/rotate-refresh-token'
import type { SessionClient } from '@gatehouse/identity/session-client'
import type { User } from '@gatehouse/identity/users'
import { addressRange } from '@gatehouse/limits/address-range'
import { Secret } from '@gatehouse/runtime/secret'
import { requireAccount, requireUser } from '../../access/authorise.ts'
import type { OperationContext } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { auditActor, auditOrigin } from '../audit.ts'

/** Exactly the documented fields of whoAmI. */
export const userType = defineObject<User>('User', 'A user.', {
  id: field(shapes.id, (user) => user.id),
  email: field(shapes.string, (user) => user.email),
  isSuperAdmin: field(shapes.boolean, (user) => user.isSuperAdmin),
})

type Session = { user: User; access: AccessToken }

export const sessionType = defineObject<Session>(
  'Session',
  'The result of a login. The refresh token is not included: it is set as a cookie that scripts cannot read.',
  {
    accessToken: field(shapes.string, ({ access }) => access.token),
    expiresAt: field(shapes.time, ({ access }) => access.expiresAt),
    user: field(userType, ({ user }) => user),
  },
)

export const identityOperations: readonly Operation[] = [
  defineQuery({
    name: 'whoAmI',
    description: 'The user to whom the access token was issued.',
    inputs: {},
    returns: userType,
    resolve: ({ viewer }) => requireAccount(viewer),
  }),
  defineMutation({
    name: 'login',
    description:
      'Gives an access token for an e-mail address and its password. If the user has a second factor, the error identity.second_factor_required has in its details the challenge for completeLogin or beginPasskeyLogin, when it expires, and the possible methods: TOTP, PASSKEY and RECOVERY_CODE.',
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
  }),
  defineMutation({
    name: 'refresh',
    description:
      'Exchanges the refresh token in the cookie for a new access token and the next refresh token. A repeat within ten seconds, by another tab or after a reload, gets the same refresh token; any other repeat ends the session.',
    inputs: {},
    returns: sessionType,
    cost: 3_000,
    async resolve(context) {
      const { deps, refreshCookie, logger } = context
      // A missing token gives the same error as an invalid one.
      const token = refreshCookie.read() ?? new Secret('')
      const onReuse = (session: { userId: string; sessionId: string }) =>
        logger.warn('refresh token reused; session ended', session)
      try {
        const presented = { token, client: sessionClient(context) }
        const rotated = await rotateRefreshToken({ ...deps, onReuse }, presented, auditOrigin(context))
        refreshCookie.set(rotated.refresh.token, rotated.refresh.expiresAt)
        return { user: rotated.user, access: await deps.identity.tokens.issue(rotated.user) }
      } catch (thrown) {
        // Keep the cookie after an error on our side, because a retry may succeed.
        if (isOver(thrown)) refreshCookie.clear()
        throw thrown
      }
    },
  }),
  defineMutation({
    name: 'logout',
    description:
      'Ends the session of the cookie. False if there was none. Access tokens stay valid until they expire.',
    inputs: {},
    returns: shapes.boolean,
    async resolve(context) {
      const { deps, viewer, refreshCookie } = context
      const { id: userId } = await requireAccount(viewer)
      const token = refreshCookie.read()
      refreshCookie.clear()
      return token ? logOut(deps, { userId, token }, await auditActor(context)) : false
    },
  }),
  defineMutation({
    name: 'changePassword',
    description:
      'Replaces the password of the caller. A caller with a second factor also sends its code, or a recovery code; without it the error is identity.code_required. Ends all sessions except the new one that this returns; access tokens already issued stay valid for at most 15 minutes. Refused with sso.required if a company of the caller enforces single sign-on.',
    inputs: {
      currentPassword: inputs.secret,
      newPassword: inputs.secret,
      code: optionalInput(inputs.secret),
    },
    returns: sessionType,
    // As high as login, because it also checks a password.
    cost: 3_000,
    async resolve(context, { currentPassword, newPassword, code }) {
      const { deps, viewer } = context
      const changed = await changePassword(
        { ...deps, ...deps.identity },
        {
          user: await requireUser(viewer),
          current: currentPassword,
          next: newPassword,
          code,
          client: sessionClient(context),
        },
        await auditActor(context),
      )
      setLoginCookies(context, changed)
      return changed
    },
  }),
]

function isOver(thrown: unknown): boolean {
  return thrown instanceof Error && 'kind' in thrown && thrown.kind === 'unauthenticated'
}

function sessionClient({ clientAddress, userAgent }: OperationContext): SessionClient {
  return { address: clientAddress, addressRange: addressRange(clientAddress ?? 'unknown'), userAgent }
}

export function loginOrigin(context: OperationContext): LoginOrigin {
  return { ...sessionClient(context), deviceToken: context.deviceCookie.read() }
}

/** Sets both cookies: the session's refresh token, and the device token that makes this device a known one. */
export function setLoginCookies(
  { refreshCookie, deviceCookie }: OperationContext,
  { refresh, device }: Pick<LoggedIn, 'refresh' | 'device'>,
): void {
  refreshCookie.set(refresh.token, refresh.expiresAt)
  deviceCookie.set(device.token, device.expiresAt)
}
