import type { Transaction } from '@gatehouse/schema/database'
import type { ListedTalent } from './list-talents.ts'
import type { TalentName } from './read-talent.ts'

export type TalentStatus = ListedTalent['status']

/**
 * Sets whether the talent is matched with jobs; a change enqueues the talent for matching (a database trigger), which
 * adds or drops its matches.
 */
export async function setTalentStatus(
  tx: Transaction,
  { companyId, talentId }: TalentName,
  status: TalentStatus,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  const talent = await tx
    .selectFrom('talents')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', talentId)
    .forUpdate()
    .executeTakeFirst()
  if (!talent) return 'unknown'
  if (talent.status === status) return 'unchanged'
  await tx
    .updateTable('talents')
    .set((set) => ({ status, updated_at: set.fn<Date>('now') }))
    .where('company_id', '=', companyId)
    .where('id', '=', talentId)
    .execute()
  return 'changed'
}
