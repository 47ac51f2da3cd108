// Users and settings that a backend under test needs.
import type { Database } from '@gatehouse/schema/database'
import { randomFillSync } from 'node:crypto'
import { createAccessTokens } from '@gatehouse/identity/access-token'
import { type MembershipRole, addMembership } from '@gatehouse/identity/memberships'
import { openSession } from '@gatehouse/identity/open-session'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { type User, createUser } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'

/**
 * Settings for the environment of a backend under test. With `testJwtSecrets` it accepts the tokens of `issueToken`.
 */
export const testMailSecrets = 'test:a-secret-of-thirty-two-letters-or-more'
export const testEventSecrets = 'test:another-secret-of-thirty-two-letters'
export const testJwtSecrets = 'a-secret-of-thirty-two-bytes-or-more'

const clock = createSystemClock()
const ids = createIds(clock)
const by = { actor: { kind: 'operator', id: 'test' } } as const
const tokens = createAccessTokens({ current: new Secret(testJwtSecrets) }, clock)
// The cheapest parameters that argon2 allows.
const hasher = createPasswordHasher({
  fillRandom: randomFillSync,
  costs: { memoryKib: 64, passes: 1, parallelism: 1 },
})

export type UserToAdd = {
  email?: string
  password?: string
  isSuperAdmin?: boolean
  companyId?: string
  role?: MembershipRole
}

export async function addUser(
  database: Database,
  { email, password, isSuperAdmin = false, companyId, role = 'ADMIN' }: UserToAdd = {},
): Promise<User> {
  const passwordHash = password === undefined ? null : await hasher.hash(password)
  return database.transaction().execute(async (tx) => {
    const named = email ?? `${ids.uuid()}@test.example`
    const user = await createUser({ ids, tx }, { email: named, passwordHash, isSuperAdmin }, by)
    if (companyId !== undefined) await addMembership({ ids, tx }, { companyId, userId: user.id, role }, by)
    return user
  })
}

/** Issues the access token that a login would return. */
export async function issueToken(user: User): Promise<string> {
  return (await tokens.issue(user)).token
}

/** Opens a session as a login would, and returns its id and the value of its `cookie` header. */
export async function addSession(
  database: Database,
  userId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const client = { address: '198.51.100.7', addressRange: '198.51.100.7', userAgent: 'a browser' }
  const { sessionId, refresh } = await database
    .transaction()
    .execute((tx) => openSession({ tx, ids, fillRandom: randomFillSync }, { userId, client }))
  return { sessionId, cookie: `gatehouse_refresh=${refresh.token.reveal()}` }
}

/** Creates a checkout of a pack that is no longer sold, and returns its reference. */
export async function addFormerPurchase(database: Database, companyId: string): Promise<string> {
  const [id, packId] = [ids.uuid(), ids.uuid()]
  const terms = { credits_micros: 1_000_000n, price_minor: 100n, currency: 'eur' }
  await database
    .insertInto('credit_packs')
    .values({ id: packId, name: 'A former pack', status: 'ARCHIVED', ...terms })
    .execute()
  await database
    .insertInto('credit_pack_purchases')
    .values({ id, company_id: companyId, pack_id: packId, status: 'EXPIRED', ...terms })
    .execute()
  return id
}
