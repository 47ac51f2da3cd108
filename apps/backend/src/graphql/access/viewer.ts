// The user who makes a request. The token only states who the caller claims to be; everything else is read from the
// database, once per request.
import { companyExists } from '@gatehouse/companies/company'
import type { AccessTokens } from '@gatehouse/identity/access-token'
import { type MembershipRole, readRole } from '@gatehouse/identity/memberships'
import { type User, readUser } from '@gatehouse/identity/users'
import type { Database } from '@gatehouse/schema/database'

export type Viewer = {
  /** Undefined without a valid token, and for the token of a user who no longer exists. */
  user(): Promise<User | undefined>
  standingIn(companyId: string): Promise<Standing>
}

/** Throws if the viewer does not have, or no longer has, the access that this check requires. */
export type AccessCheck = (viewer: Viewer) => Promise<void>

/** `none`: the company exists but the viewer is not a member of it. */
type Standing = MembershipRole | 'none' | 'no_company'

export type ViewerDeps = { database: Database; tokens: AccessTokens }

export function createViewer({ database, tokens }: ViewerDeps, token: string | undefined): Viewer {
  let reading: Promise<User | undefined> | undefined
  const standings = new Map<string, Promise<Standing>>()
  const user = () => (reading ??= readViewer(database, tokens, token))

  async function readStanding(companyId: string): Promise<Standing> {
    const found = await user()
    const role = found && (await readRole(database, { userId: found.id, companyId }))
    if (role) return role
    return (await companyExists(database, companyId)) ? 'none' : 'no_company'
  }

  return {
    user,
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
