import { requireRecentLogin } from '@gatehouse/identity/recent-login'
import type { User } from '@gatehouse/identity/users'
import { isUuid } from '@gatehouse/runtime/ids'
import { companyNotFound, notAllowed, tokenRequired } from '../graphql-faults.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AccessLevel } from './access-table.ts'
import type { Viewer } from './viewer.ts'

/** Returns if the viewer has the access level; otherwise throws the fault that the caller sees. */
export async function authorise(
  level: Exclude<AccessLevel, 'asParent'>,
  viewer: Viewer,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  switch (level) {
    case 'anyone':
      return
    case 'account':
      await requireAccount(viewer)
      return
    case 'user':
      await requireUser(viewer)
      return
    case 'superAdmin': {
      const user = await requireUser(viewer)
      if (!user.isSuperAdmin) throw notAllowed()
      return
    }
    case 'companyMember':
    case 'companyAdmin':
      await authoriseInCompany(level, viewer, given['companyId'])
  }
}

/**
 * A missing token, an invalid token and the token of a deleted user all give the same error, so the caller cannot tell
 * them apart.
 */
export async function requireUser(viewer: Viewer): Promise<User> {
  const user = await viewer.user()
  if (!user) throw tokenRequired()
  return user
}

/** As `requireUser`, but also accepts a super admin who has to set up a second factor first. */
export async function requireAccount(viewer: Viewer): Promise<User> {
  const user = await viewer.account()
  if (!user) throw tokenRequired()
  return user
}

type LoginCheck = Pick<OperationContext, 'viewer'> & {
  deps: Pick<OperationContext['deps'], 'database'>
  refreshCookie: Pick<OperationContext['refreshCookie'], 'read'>
}

/** Throws unless the caller has proved who they are within the last minutes, in the session of the cookie. */
export async function authoriseRecentLogin({ deps, viewer, refreshCookie }: LoginCheck): Promise<void> {
  // The operation was authorised before, so `account` is as strict as its access level here.
  const { id: userId } = await requireAccount(viewer)
  await requireRecentLogin(deps.database, { userId, token: refreshCookie.read() })
}

async function authoriseInCompany(
  level: 'companyMember' | 'companyAdmin',
  viewer: Viewer,
  companyId: unknown,
): Promise<void> {
  const [user, standing] = await Promise.all([
    requireUser(viewer),
    isUuid(companyId) ? viewer.standingIn(companyId) : 'no_company',
  ])
  if (standing === 'no_company') throw companyNotFound()
  if (user.isSuperAdmin) return
  if (standing === 'none') throw companyNotFound()
  if (level === 'companyAdmin' && standing !== 'ADMIN') throw notAllowed()
}
