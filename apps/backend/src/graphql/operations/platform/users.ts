// Users as super admins see and manage them.
import {
  type UserAccount,
  changeSuperAdmin,
  endUserSessions,
  listUserAccounts,
} from '@gatehouse/identity/manage-users'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { userType } from '../accounts/identity.ts'
import { membershipType } from '../members.ts'

const accountType = defineObject<UserAccount>(
  'UserAccount',
  'A user with their companies and logins. lastLoginAt is null if no session of the user is stored.',
  {
    id: field(shapes.id, (user) => user.id),
    email: field(shapes.string, (user) => user.email),
    isSuperAdmin: field(shapes.boolean, (user) => user.isSuperAdmin),
    canLogIn: field(shapes.boolean, (user) => user.canLogIn),
    createdAt: field(shapes.time, (user) => user.createdAt),
    lastLoginAt: field(optional(shapes.time), (user) => user.lastLoginAt),
    openSessions: field(shapes.int, (user) => user.openSessions),
    companies: field(listOf(membershipType), (user) => user.companies, { usualLength: 2 }),
  },
)

const accountPageType = definePage('UserAccountConnection', 'A page of users.', accountType)

export const platformUserOperations: readonly Operation[] = [
  defineQuery({
    name: 'users',
    description: 'All users, or those whose e-mail address contains the given text, newest first.',
    inputs: { emailContains: optionalInput(inputs.string), ...pageInputs },
    returns: accountPageType,
    cost: 50,
    resolve: ({ deps }, { emailContains, ...page }) =>
      takePage(page, (wanted) =>
        listUserAccounts(deps.database, { ...wanted, emailContains: emailContains ?? undefined }),
      ),
  }),
  defineMutation({
    name: 'endUserSessions',
    description:
      'Logs a user out everywhere, and returns the number of sessions that were open. Access tokens already issued stay valid for at most 15 minutes.',
    inputs: { userId: inputs.id },
    returns: shapes.int,
    resolve: async (context, { userId }) => endUserSessions(context.deps, userId, await auditActor(context)),
  }),
  defineMutation({
    name: 'setSuperAdmin',
    needsRecentLogin: true,
    description:
      'Makes a user a super admin, or ends that, from their next request on. A new super admin has to log in again, with their password and second factor. The last super admin cannot be removed: CONFLICT.',
    inputs: { userId: inputs.id, isSuperAdmin: inputs.boolean },
    returns: userType,
    resolve: async (context, change) => changeSuperAdmin(context.deps, change, await auditActor(context)),
  }),
]
