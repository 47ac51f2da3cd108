import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedAuditEntry = Selectable<Tables['audit_log']>

export type AuditPage = { limit: number; beforeId?: string | undefined }

/** Audit entries of a company, newest first: ids sort by time. */
export function listAuditEntries(
  database: Database,
  companyId: string,
  { limit, beforeId }: AuditPage,
): Promise<ListedAuditEntry[]> {
  let query = database
    .selectFrom('audit_log')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}
