import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedTalent = Pick<
  Selectable<Tables['talents']>,
  'id' | 'name' | 'status' | 'created_at' | 'updated_at'
>

export type TalentPage = { limit: number; beforeId?: string | undefined }

/** Lists talents without their texts, newest first: ids sort by creation time. */
export function listTalents(
  database: Database,
  companyId: string,
  { limit, beforeId }: TalentPage,
): Promise<ListedTalent[]> {
  let query = database
    .selectFrom('talents')
    .select(['id', 'name', 'status', 'created_at', 'updated_at'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}
