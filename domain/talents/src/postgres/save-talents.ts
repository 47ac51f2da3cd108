// Stores talents with their facts. A change of the facts enqueues the talent for matching in the same transaction (a
// database trigger); saving equal facts enqueues nothing.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import type { TalentFacts } from '../talent-facts.ts'

export type TalentToSave = {
  companyId: string
  id: string
  /** Null if unknown, which keeps a name that is already stored. */
  name: string | null
  sourceText: string
  facts: TalentFacts
}

/**
 * Saves any number of talents in two statements, in order of their ids, so that two writers of the same talents cannot
 * deadlock.
 */
export async function saveTalents(tx: Queryable, talents: readonly TalentToSave[]): Promise<void> {
  const inOrder = talents.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const companyIds = inOrder.map(({ companyId }) => companyId)
  const ids = inOrder.map(({ id }) => id)
  await tx.query(
    `insert into talents (company_id, id, name, source_text)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
     on conflict (company_id, id) do update
       set name = coalesce(excluded.name, talents.name), source_text = excluded.source_text, updated_at = now()`,
    [companyIds, ids, inOrder.map(({ name }) => name), inOrder.map(({ sourceText }) => sourceText)],
  )
  await saveFacts(tx, inOrder)
}

/** In the order of the given talents. */
export async function saveFacts(
  tx: Queryable,
  talents: readonly Pick<TalentToSave, 'companyId' | 'id' | 'facts'>[],
): Promise<void> {
  await tx.query(
    `insert into talent_facts (company_id, talent_id, facts, facts_hash)
     select * from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::bytea[])
     on conflict (company_id, talent_id) do update
       set facts = excluded.facts, facts_hash = excluded.facts_hash, updated_at = now()
       where talent_facts.facts_hash <> excluded.facts_hash`,
    [
      talents.map(({ companyId }) => companyId),
      talents.map(({ id }) => id),
      talents.map(({ facts }) => JSON.stringify(facts)),
      talents.map(({ facts }) => hashFacts(facts)),
    ],
  )
}

/** Deletes everything that is known of the talent, here and, by trigger, in the tables of matching. */
export async function deleteTalent(
  tx: Queryable,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  const { rows } = await tx.query('delete from talents where company_id = $1 and id = $2 returning id', [
    companyId,
    id,
  ])
  return rows.length === 1
}
