// Users as the platform's super admins see and manage them.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { containsPattern } from '@gatehouse/postgres/contains-pattern'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { MembershipRole } from '../memberships.ts'
import { type User, requireUserById, setSuperAdmin } from '../users.ts'

export type UserAccount = User & {
  createdAt: Date
  /** False before the user has chosen a password. */
  canLogIn: boolean
  openSessions: number
  /** When the newest session that is still stored began. */
  lastLoginAt: Date | null
  companies: readonly { companyId: string; companyName: string; role: MembershipRole }[]
}

export type UserPage = { limit: number; beforeId?: string | undefined; emailContains?: string | undefined }

/** Newest first: ids sort by time. */
export async function listUserAccounts(
  database: Database,
  { limit, beforeId, emailContains }: UserPage,
): Promise<UserAccount[]> {
  const { rows } = await sql<UserAccount>`
    select u.id, u.email, u.is_super_admin as "isSuperAdmin", u.created_at as "createdAt",
           u.password_hash is not null as "canLogIn", sessions.open::int as "openSessions",
           sessions.last as "lastLoginAt",
           (select coalesce(json_agg(
                     json_build_object('companyId', m.company_id, 'companyName', c.name, 'role', m.role)
                     order by m.created_at), '[]')
              from memberships m join companies c on c.id = m.company_id where m.user_id = u.id) as companies
      from users u
     cross join lateral (
             select count(*) filter (where s.ended_at is null and s.expires_at > now()) as open,
                    max(s.created_at) as last
               from login_sessions s where s.user_id = u.id) sessions
     where (${beforeId ?? null}::uuid is null or u.id < ${beforeId ?? null}::uuid)
       and u.email ilike ${containsPattern(emailContains ?? '')}
     order by u.id desc limit ${limit}`.execute(database)
  return rows
}

type Deps = { database: Database; ids: Ids }

/** Returns the user as they are afterwards. */
export async function changeSuperAdmin(
  { database, ids }: Deps,
  change: { userId: string; isSuperAdmin: boolean },
  by: AuditActor,
): Promise<User> {
  await requireUserById(database, change.userId)
  await database.transaction().execute((tx) => setSuperAdmin({ ids, tx }, change, by))
  return requireUserById(database, change.userId)
}

/** Returns the number of sessions that were open. Access tokens stay valid until they expire, at most 15 minutes. */
export async function endUserSessions(
  { database, ids }: Deps,
  userId: string,
  by: AuditActor,
): Promise<number> {
  await requireUserById(database, userId)
  return database.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('login_sessions')
      .set({ ended_at: sql`now()`, end_reason: 'SUPER_ADMIN' })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('id')
      .execute()
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: null,
      action: 'user.end_sessions',
      subject: { kind: 'user', id: userId },
      details: { sessions: ended.length },
    })
    return ended.length
  })
}
