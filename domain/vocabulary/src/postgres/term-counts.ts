// How common terms are, estimated from a sample of the talents: exact counts over ten million talents would cost more
// than they are worth, since the logarithm of a frequency hardly moves.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { type SpecificityOf, createSpecificity } from '../specificity.ts'

export const sampleTalentsMax = 20_000

/**
 * Counts the terms again and replaces the previous counts; jobs that were read earlier keep the specificity stored with
 * them. The sample consists of whole pages of the table: drawing single talents would read all ten million.
 */
export async function countSampledTerms(tx: Queryable): Promise<{ talents: number }> {
  const { rows: sizes } = await tx.query<{ estimate: number }>(
    `select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = 'talent_facts'::regclass`,
  )
  const estimate = sizes[0]?.estimate ?? 0
  const percent = estimate > sampleTalentsMax ? (100 * sampleTalentsMax) / estimate : 100
  await tx.query('delete from term_counts')
  const { rows } = await tx.query<{ talents: number }>(
    `with sample as materialized (
       select facts from talent_facts tablesample system ($1) repeatable (1)
     ), counted as (
       insert into term_counts (term, talents)
       select t.fact ->> 'term', count(*)::int
         from sample, jsonb_array_elements(sample.facts -> 'terms') as t (fact)
        group by 1
     )
     update term_count_sample set talents = (select count(*)::int from sample), counted_at = now()
     returning talents`,
    [percent],
  )
  return { talents: rows[0]?.talents ?? 0 }
}

type TermCount = { term: string; talents: number }

/** Reads the specificity of the given terms; the returned function treats any other term as rare. */
export async function readSpecificity(postgres: Queryable, terms: readonly string[]): Promise<SpecificityOf> {
  const countsOf = 'select term, talents from term_counts where term = any ($1)'
  const { rows: counts } = await postgres.query<TermCount>(countsOf, [[...new Set(terms)]])
  const { rows: samples } = await postgres.query('select talents from term_count_sample')
  const [sample] = samples as Pick<TermCount, 'talents'>[]
  const byTerm = new Map(counts.map(({ term, talents }) => [term, talents]))
  return createSpecificity({
    talents: sample?.talents ?? 0,
    talentsWith: (term) => byTerm.get(term) ?? 0,
  })
}
