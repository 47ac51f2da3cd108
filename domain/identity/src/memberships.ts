import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'

export const membershipRoles = ['ADMIN', 'MEMBER'] as const
export type MembershipRole = (typeof membershipRoles)[number]

export type Membership = Readonly<{ companyId: string; userId: string; role: MembershipRole }>

/** A member of a company, as its admins see them. */
export type Member = Readonly<{ userId: string; email: string; role: MembershipRole; since: Date }>

/** Runs in the caller's transaction. Replaces an existing role. */
export async function addMembership(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { companyId, userId, role }: Membership,
  by: AuditActor,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ company_id: companyId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ role }))
    .execute()
  await recordRole({ ids, tx }, { companyId, userId, role }, by)
}

/**
 * Makes the user a member in the caller's transaction. A member keeps their role unless the new one is ADMIN; others,
 * former admins among them, get the new one.
 */
export async function joinCompany(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { companyId, userId, role }: Membership,
  by: AuditActor,
): Promise<void> {
  const joined = await tx
    .insertInto('memberships')
    .values({ company_id: companyId, user_id: userId, role })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id'])
        .doUpdateSet({ role })
        .where('memberships.role', '=', 'MEMBER')
        .where('excluded.role', '=', 'ADMIN'),
    )
    .returning('role')
    .executeTakeFirst()
  if (joined) await recordRole({ ids, tx }, { companyId, userId, role }, by)
}

function recordRole(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { companyId, userId, role }: Membership,
  by: AuditActor,
): Promise<void> {
  return recordAuditEntry(ids, tx, {
    ...by,
    companyId,
    action: 'membership.set',
    subject: { kind: 'user', id: userId },
    details: { role },
  })
}

export async function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  const rows = await database
    .selectFrom('memberships')
    .select(['company_id', 'user_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('company_id')
    .execute()
  return rows.map((row) => ({ companyId: row.company_id, userId: row.user_id, role: row.role }))
}

/** Those of the given users who belong to the company and are not super admins. */
export async function findPlainMembers(
  database: Database,
  { companyId, userIds }: { companyId: string; userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId)
    .where('users.id', 'in', [...userIds])
    .where('users.is_super_admin', '=', false)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listMembers(database: Database, companyId: string): Promise<Member[]> {
  const rows = await database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'memberships.role', 'memberships.created_at'])
    .where('memberships.company_id', '=', companyId)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({ userId: row.id, email: row.email, role: row.role, since: row.created_at }))
}

/** `none`: the company exists but the user is not a member of it. */
export type Standing = MembershipRole | 'none' | 'no_company'

export async function readStanding(
  database: Database,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<Standing> {
  const { rows } = await database.query<{ role: MembershipRole | null }>({
    name: 'read-standing',
    text: `
      select m.role
        from companies c left join memberships m on m.company_id = $2 and m.user_id = $1
       where c.id = $2`,
    values: [userId, companyId],
  })
  return rows[0] ? (rows[0].role ?? 'none') : 'no_company'
}

/** Undefined if the user is not a member, or if the company does not exist. */
export async function readRole(
  database: Database,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<MembershipRole | undefined> {
  const row = await database
    .selectFrom('memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.role
}
