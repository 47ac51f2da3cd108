import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedAuditEntry = Selectable<Tables['audit_log']> & {
  /** Null unless the actor is a user who still exists. */
  actor_email: string | null
}

export type AuditPage = { limit: number; beforeId?: string | undefined }

/** Null or omitted means any. */
export type AuditFilter = {
  actorId?: string | null
  action?: string | null
  subjectKind?: string | null
  subjectId?: string | null
  from?: Date | null
  to?: Date | null
}

/** Audit entries of a company, or of none if it is null, newest first: ids sort by time. */
export async function listAuditEntries(
  database: Database,
  companyId: string | null,
  { limit, beforeId, ...filter }: AuditPage & AuditFilter,
): Promise<ListedAuditEntry[]> {
  const { actorId, action, subjectKind, subjectId, from, to } = filter
  let query = database
    .selectFrom('audit_log')
    .selectAll()
    .where((where) =>
      companyId === null ? where('company_id', 'is', null) : where('company_id', '=', companyId),
    )
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (typeof actorId === 'string') query = query.where('actor_id', '=', actorId)
  if (typeof action === 'string') query = query.where('action', '=', action)
  if (typeof subjectKind === 'string') query = query.where('subject_kind', '=', subjectKind)
  if (typeof subjectId === 'string') query = query.where('subject_id', '=', subjectId)
  if (from) query = query.where('created_at', '>=', from)
  if (to) query = query.where('created_at', '<', to)
  const listed = await query.execute()
  const emails = await readActorEmails(database, listed)
  return listed.map((entry) => Object.assign(entry, { actor_email: emails.get(entry.actor_id) ?? null }))
}

async function readActorEmails(
  database: Database,
  entries: readonly Selectable<Tables['audit_log']>[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = new Set(
    entries.filter(({ actor_kind: kind }) => kind === 'user').map(({ actor_id: id }) => id),
  )
  if (userIds.size === 0) return new Map()
  const users = await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...userIds])
    .execute()
  return new Map(users.map(({ id, email }) => [id, email]))
}
