// The user who makes a request. The token only states who the caller claims to be; everything else is read from the
// database, once per request.
import type { AccessTokens, TokenClaims } from '@gatehouse/identity/access-token'
import { factorRequired } from '@gatehouse/identity/factor-faults'
import { type Standing, readStanding } from '@gatehouse/identity/memberships'
import { hasFactor } from '@gatehouse/identity/read-factors'
import { type User, readUser } from '@gatehouse/identity/users'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Database } from '@gatehouse/schema/database'

export type Viewer = {
  /**
   * Undefined without a valid token, and for the token of a user who no longer exists. Throws for a super admin who has to
   * set up a second factor first.
   */
  user(): Promise<User | undefined>
  /** As `user`, but also returns a super admin who has to set up a second factor first. */
  account(): Promise<User | undefined>
  /** By the token alone, so that it can be read at the same time as `user`, which the caller has to check as well. */
  standingIn(companyId: string): Promise<Standing>
}

/** Throws if the viewer does not have, or no longer has, the access that this check requires. */
export type AccessCheck = (viewer: Viewer) => Promise<void>

export type ViewerDeps = {
  /** Users, sessions and memberships are in the directory. */
  databases: Pick<Shards<Database>, 'directory'>
  identity: { tokens: AccessTokens; isFactorRequired: boolean }
}

const noClaims = Promise.resolve(undefined)

export function createViewer({ databases, identity }: ViewerDeps, token: string | undefined): Viewer {
  let claiming: Promise<TokenClaims | undefined> | undefined
  let reading: Promise<User | undefined> | undefined
  let checking: Promise<User | undefined> | undefined
  const standings = new Map<string, Promise<Standing>>()
  const claims = () => (claiming ??= token === undefined ? noClaims : identity.tokens.verify(token))
  const account = () =>
    (reading ??= claims().then((known) => known && readUser(databases.directory, known.userId)))
  const user = () => (checking ??= account().then(requireFactor))

  async function requireFactor(found: User | undefined): Promise<User | undefined> {
    const isFree = !identity.isFactorRequired || !found?.isSuperAdmin
    if (!isFree && !(await hasFactor(databases.directory, found.id))) throw factorRequired()
    return found
  }

  async function standingByToken(companyId: string): Promise<Standing> {
    const known = await claims()
    return known ? readStanding(databases.directory, { userId: known.userId, companyId }) : 'none'
  }

  return {
    user,
    account,
    standingIn(companyId) {
      const standing = standings.get(companyId) ?? standingByToken(companyId)
      standings.set(companyId, standing)
      return standing
    },
  }
}
