// The user who makes a request. The token only states who the caller claims to be; everything else is read from the
// database, once per request.
import { companyExists } from '@gatehouse/companies/company'
import type { AccessTokens } from '@gatehouse/identity/access-token'
import { factorRequired } from '@gatehouse/identity/factor-faults'
import { type MembershipRole, readRole } from '@gatehouse/identity/memberships'
import { hasFactor } from '@gatehouse/identity/read-factors'
import { type User, readUser } from '@gatehouse/identity/users'
import type { Database } from '@gatehouse/schema/database'

export type Viewer = {
  /**
   * Undefined without a valid token, and for the token of a user who no longer exists. Throws for a super admin who has to
   * set up a second factor first.
   */
  user(): Promise<User | undefined>
  /** As `user`, but also returns a super admin who has to set up a second factor first. */
  account(): Promise<User | undefined>
  standingIn(companyId: string): Promise<Standing>
}

/** Throws if the viewer does not have, or no longer has, the access that this check requires. */
export type AccessCheck = (viewer: Viewer) => Promise<void>

/** `none`: the company exists but the viewer is not a member of it. */
type Standing = MembershipRole | 'none' | 'no_company'

export type ViewerDeps = {
  database: Database
  identity: { tokens: AccessTokens; isFactorRequired: boolean }
}

export function createViewer({ database, identity }: ViewerDeps, token: string | undefined): Viewer {
  let reading: Promise<User | undefined> | undefined
  let checking: Promise<User | undefined> | undefined
  const standings = new Map<string, Promise<Standing>>()
  const account = () => (reading ??= readViewer(database, identity.tokens, token))
  const user = () => (checking ??= account().then(requireFactor))

  async function requireFactor(found: User | undefined): Promise<User | undefined> {
    const isFree = !identity.isFactorRequired || !found?.isSuperAdmin
    if (!isFree && !(await hasFactor(database, found.id))) throw factorRequired()
    return found
  }

  async function readStanding(companyId: string): Promise<Standing> {
    const found = await user()
    const role = found && (await readRole(database, { userId: found.id, companyId }))
    if (role) return role
    return (await companyExists(database, companyId)) ? 'none' : 'no_company'
  }

  return {
    user,
    account,
    standingIn(companyId) {
      const standing = standings.get(companyId) ?? readStanding(companyId)
      standings.set(companyId, standing)
      return standing
    },
  }
}

async function readViewer(
  database: Database,
  tokens: AccessTokens,
  token: string | undefined,
): Promise<User | undefined> {
  const claims = token === undefined ? undefined : await tokens.verify(token)
  return claims && (await readUser(database, claims.userId))
}
