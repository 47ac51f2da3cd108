// Reads talents again whose facts have the schema of an earlier release. Rules read the text, without a model; a profile
// that is already stored is kept, because a model may have completed it.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import { factsOfTalent } from '../correct/apply-corrections.ts'
import { builtInTalentNames } from '../read/talent-names.ts'
import { type TalentName, loadNames, readTalentRow } from './read-talent.ts'
import { nameOfProfile } from './save-profile.ts'
import { saveFacts } from './save-talents.ts'

/** Lists talents of all companies in the order of their keys. */
export async function listOutdatedTalents(
  postgres: Queryable,
  { after, limit }: { after: TalentName | undefined; limit: number },
): Promise<TalentName[]> {
  // The condition on the schema is that of talent_facts_outdated_idx, word for word.
  const { rows } = await postgres.query<TalentName>(
    `select company_id as "companyId", talent_id as "talentId" from talent_facts
      where (facts ->> 'schema') is distinct from 'talent_facts/2'
        and ($1::uuid is null or (company_id, talent_id) > ($1::uuid, $2::uuid))
      order by company_id, talent_id
      limit $3`,
    [after?.companyId ?? null, after?.talentId ?? null, limit],
  )
  return rows
}

/** The stored name is kept, because a model may have found it. */
export async function rereadTalent(database: Database, name: TalentName): Promise<void> {
  const vocabulary = builtInTalentNames()
  await database.transaction().execute(async (tx) => {
    const row = await readTalentRow(tx, name, { vocabulary, isLocked: true })
    if (!row) return
    const { text, profile } = row.talent
    await tx
      .updateTable('talents')
      .set((set) => ({
        name: row.name ?? nameOfProfile(profile),
        profile: JSON.stringify(profile),
        updated_at: set.fn<Date>('now'),
      }))
      .where('company_id', '=', name.companyId)
      .where('id', '=', name.talentId)
      .execute()
    const facts = factsOfTalent(row.talent, await loadNames(tx, text, vocabulary))
    await saveFacts(tx, [{ companyId: name.companyId, id: name.talentId, facts }])
  })
}
