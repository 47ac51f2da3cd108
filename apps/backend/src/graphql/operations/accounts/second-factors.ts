// The second factors of the caller, and the second step of a login.
import { completeLogin } from '@gatehouse/identity/complete-login'
import { type Factors, readFactors } from '@gatehouse/identity/read-factors'
import {
  type NewTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  setUpTotp,
} from '@gatehouse/identity/set-up-totp'
import { requireAccount, requireUser } from '../../access/authorise.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor, auditOrigin } from '../audit.ts'
import { loginOrigin, sessionType, setLoginCookies } from './identity.ts'

const factorsType = defineObject<Factors & { isRequired: boolean }>(
  'SecondFactors',
  'What a login of this user needs besides the password.',
  {
    totpSince: field(optional(shapes.time), (factors) => factors.totpSince),
    passkeyCount: field(shapes.int, (factors) => factors.passkeyCount),
    recoveryCodesLeft: field(shapes.int, (factors) => factors.recoveryCodesLeft),
    isRequired: field(shapes.boolean, (factors) => factors.isRequired),
  },
)

const newTotpType = defineObject<NewTotp>(
  'NewTotp',
  'The secret of an authenticator app, shown once: as text, and as the URI that a QR code contains.',
  {
    secret: field(shapes.string, ({ secret }) => secret.reveal()),
    uri: field(shapes.string, ({ uri }) => uri),
  },
)

// As high as login, because a password or a code is checked.
const cost = 3_000

export const secondFactorOperations: readonly Operation[] = [
  defineQuery({
    name: 'secondFactors',
    description:
      'The second factors of the caller. isRequired: without one, this super admin can only set one up.',
    inputs: {},
    returns: factorsType,
    async resolve({ deps, viewer }) {
      const { id, isSuperAdmin } = await requireAccount(viewer)
      const isRequired = isSuperAdmin && deps.identity.isFactorRequired
      return { ...(await readFactors(deps.database, id)), isRequired }
    },
  }),
  defineMutation({
    name: 'setUpTotp',
    needsRecentLogin: true,
    description:
      'Begins to set up an authenticator app. Logins ask for its codes once confirmTotp has received one.',
    inputs: { password: inputs.secret },
    returns: newTotpType,
    cost,
    async resolve(context, { password }) {
      const { deps, viewer } = context
      const user = await requireAccount(viewer)
      return setUpTotp({ ...deps, ...deps.identity }, { user, password }, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'confirmTotp',
    description:
      'Enables the authenticator app with a first code. Returns ten recovery codes, each of which replaces a code once; they are shown only here. Empty if the caller already has recovery codes.',
    inputs: { code: inputs.secret },
    returns: listOf(shapes.string),
    cost,
    async resolve(context, { code }) {
      const { deps, viewer } = context
      const user = await requireAccount(viewer)
      return confirmTotp({ ...deps, ...deps.identity }, { user, code }, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'disableTotp',
    description:
      'Removes the authenticator app. Needs the password, and a code of the app or a recovery code. The recovery codes end with the last second factor.',
    inputs: { password: inputs.secret, code: inputs.secret },
    returns: shapes.boolean,
    cost,
    async resolve(context, given) {
      const { deps, viewer } = context
      const user = await requireUser(viewer)
      await disableTotp({ ...deps, ...deps.identity }, { user, ...given }, await auditActor(context))
      return true
    },
  }),
  defineMutation({
    name: 'renewRecoveryCodes',
    description:
      'Replaces all recovery codes of the caller by ten new ones, which are shown only here. Needs the password, and a code of the app or a recovery code.',
    inputs: { password: inputs.secret, code: inputs.secret },
    returns: listOf(shapes.string),
    cost,
    async resolve(context, given) {
      const { deps, viewer } = context
      const user = await requireUser(viewer)
      return renewRecoveryCodes({ ...deps, ...deps.identity }, { user, ...given }, await auditActor(context))
    },
  }),
  defineMutation({
    name: 'completeLogin',
    description:
      'The second step of a login: the challenge from the details of identity.second_factor_required, and a code of the authenticator app or a recovery code. A challenge is valid for five minutes.',
    inputs: { challenge: inputs.secret, code: inputs.secret },
    returns: sessionType,
    cost,
    async resolve(context, given) {
      const { deps, logger } = context
      const step = { ...given, ...loginOrigin(context) }
      const loggedIn = await completeLogin({ ...deps, ...deps.identity }, step, auditOrigin(context))
      setLoginCookies(context, loggedIn)
      const { user, access } = loggedIn
      logger.info('user logged in with a second factor', { user: user.id })
      return { user, access }
    },
  }),
]
