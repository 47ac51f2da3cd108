import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { type TalentCorrections, allLines } from '../correct/corrections.ts'
import type { FactLine, StoredFacts, TalentFacts } from '../talent-facts.ts'

/**
 * Returns the facts of the given talents that are active; the others are left out, also those whose facts an earlier
 * release has read and `reread-talent` has not read again yet.
 */
export async function readActiveFacts(
  postgres: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<StoredFacts[]> {
  const { rows } = await postgres.query<{ talent_id: string; facts: TalentFacts; facts_hash: Buffer }>({
    name: 'read-active-talent-facts',
    text: `
      select f.talent_id, f.facts, f.facts_hash
        from talent_facts f
        join talents t on t.company_id = f.company_id and t.id = f.talent_id and t.status = 'ACTIVE'
       where f.company_id = $1 and f.talent_id = any ($2) and f.facts ->> 'schema' = 'talent_facts/2'`,
    values: [companyId, ids],
  })
  return rows.map((row) => ({ id: row.talent_id, facts: row.facts, factsHash: row.facts_hash }))
}

/** Returns exactly the lines that the talent's facts point to; lines that identify the person are never among them. */
export async function readFactLines(
  postgres: Queryable,
  companyId: string,
  talents: readonly StoredFacts[],
): Promise<Map<string, FactLine[]>> {
  const { rows } = await postgres.query<{
    id: string
    source_text: string
    corrections: TalentCorrections
  }>('select id, source_text, corrections from talents where company_id = $1 and id = any ($2)', [
    companyId,
    talents.map(({ id }) => id),
  ])
  const textOf = new Map(rows.map((row) => [row.id, allLines(row.source_text, row.corrections)]))
  return new Map(
    talents.map(({ id, facts }) => {
      const lines = new Set([
        ...facts.terms.flatMap((term) => term.lines),
        ...facts.roles.map(({ line }) => line),
      ])
      const text = textOf.get(id) ?? []
      return [
        id,
        [...lines]
          .sort((a, b) => a - b)
          .flatMap((line) => (text[line] === undefined ? [] : [{ line, text: text[line] }])),
      ]
    }),
  )
}
