// Stores what was read from a CV. Corrections that people made stay, and the facts are derived from the profile with them.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { cutText } from '@gatehouse/reading/cut-text'
import { factsOfTalent } from '../correct/apply-corrections.ts'
import type { TalentCorrections } from '../correct/corrections.ts'
import type { TalentProfile } from '../profile.ts'
import type { TalentNames } from '../read/talent-names.ts'
import { saveFacts } from './save-talents.ts'

export type ReadTalent = { companyId: string; id: string; sourceText: string; profile: TalentProfile }

const nameLengthMax = 200

/** Null if the profile has no name. */
export function nameOfProfile({ name }: TalentProfile): string | null {
  return cutText(name?.value.trim() ?? '', nameLengthMax) || null
}

/** The row of the talent stays locked until the end of the transaction, so that no correction is lost in between. */
export async function saveProfile(tx: Queryable, talent: ReadTalent, names: TalentNames): Promise<void> {
  const { companyId, id, sourceText, profile } = talent
  const name = nameOfProfile(profile)
  const { rows } = await tx.query<{ corrections: TalentCorrections }>(
    `insert into talents (company_id, id, name, source_text, profile)
     values ($1, $2, $3, $4, $5)
     on conflict (company_id, id) do update
       set name = coalesce(talents.corrections ->> 'name', excluded.name, talents.name),
           source_text = excluded.source_text, profile = excluded.profile, updated_at = now()
     returning corrections`,
    [companyId, id, name, sourceText, JSON.stringify(profile)],
  )
  const corrections = rows[0]?.corrections ?? {}
  const facts = factsOfTalent({ text: sourceText, profile, corrections }, names)
  await saveFacts(tx, [{ companyId, id, facts }])
}
