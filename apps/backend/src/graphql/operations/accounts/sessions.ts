// The sessions of the caller: where they are logged in, and how to end it.
import {
  type ListedSession,
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
} from '@gatehouse/identity/list-sessions'
import { reauthenticate, recentLoginMinutes } from '@gatehouse/identity/recent-login'
import { requireAccount, requireUser } from '../../access/authorise.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

type ShownSession = ListedSession & { isCurrent: boolean }

const loginSessionType = defineObject<ShownSession>(
  'LoginSession',
  'A login on one device. address and userAgent are those of its last use; both are null if it has not been used since they are recorded.',
  {
    id: field(shapes.id, (session) => session.id),
    address: field(optional(shapes.string), (session) => session.address),
    userAgent: field(optional(shapes.string), (session) => session.userAgent),
    createdAt: field(shapes.time, (session) => session.createdAt),
    lastUsedAt: field(shapes.time, (session) => session.lastUsedAt),
    expiresAt: field(shapes.time, (session) => session.expiresAt),
    isCurrent: field(shapes.boolean, (session) => session.isCurrent),
  },
)

const sessionPageType = definePage('LoginSessionConnection', 'A page of sessions.', loginSessionType)

export const sessionOperations: readonly Operation[] = [
  defineMutation({
    name: 'reauthenticate',
    description: `Confirms the password of the caller in the session of the cookie, and returns until when operations that need a recent login accept it: for ${recentLoginMinutes} minutes, as after a login. A caller with a second factor also sends its code, or a recovery code; without it the error is identity.code_required.`,
    inputs: { password: inputs.secret, code: optionalInput(inputs.secret) },
    returns: shapes.time,
    // As high as login, because it also checks a password.
    cost: 3_000,
    async resolve(context, given) {
      const { deps, viewer, refreshCookie } = context
      return reauthenticate(
        { ...deps, ...deps.identity },
        { user: await requireAccount(viewer), ...given, token: refreshCookie.read() },
        await auditActor(context),
      )
    },
  }),
  defineQuery({
    name: 'sessions',
    description:
      'The open sessions of the caller, newest first. isCurrent marks the one of the cookie that was sent.',
    inputs: pageInputs,
    returns: sessionPageType,
    cost: 20,
    async resolve({ deps, viewer, refreshCookie }, page) {
      const { id: userId } = await requireUser(viewer)
      const current = await findSession(deps.database, { userId, token: refreshCookie.read() })
      return takePage(page, async (wanted) =>
        (await listSessions(deps.database, userId, wanted)).map((session) =>
          Object.assign(session, { isCurrent: session.id === current }),
        ),
      )
    },
  }),
  defineMutation({
    name: 'endSession',
    description:
      'Logs the caller out on one device. Access tokens already issued stay valid for at most 15 minutes.',
    inputs: { sessionId: inputs.id },
    returns: shapes.boolean,
    async resolve(context, { sessionId }) {
      const { id: userId } = await requireUser(context.viewer)
      await endSession(context.deps, { userId, sessionId }, await auditActor(context))
      return true
    },
  }),
  defineMutation({
    name: 'endOtherSessions',
    description:
      'Logs the caller out everywhere except in the session of the cookie, and returns the number of sessions that were open. Access tokens already issued stay valid for at most 15 minutes.',
    inputs: {},
    returns: shapes.int,
    async resolve(context) {
      const { id: userId } = await requireUser(context.viewer)
      const token = context.refreshCookie.read()
      return endOtherSessions(context.deps, { userId, token }, await auditActor(context))
    },
  }),
]
