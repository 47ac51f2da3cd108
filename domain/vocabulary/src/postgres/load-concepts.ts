import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { rememberReadings } from '@gatehouse/reading/remember-readings'
import { builtIn } from '../concepts/built-in-concepts.ts'
import type { Concepts } from '../concepts/concept.ts'
import type { ConceptName } from '../concepts/concept-list.ts'
import { indexNames, longestNames } from '../concepts/concept-names.ts'
import { findInText } from '../concepts/find-in-text.ts'
import { type ImportedConcept, importedNames, possibleNames } from '../concepts/imported-names.ts'

/** Loads the concepts that these texts may name: the built-in ones, and by one query those of imported taxonomies. */
export async function loadConcepts(postgres: Queryable, texts: readonly string[]): Promise<Concepts> {
  const own = builtIn()
  const imported = importedNames(await findImported(postgres, possibleNames(texts)), own)
  const isSkill = ({ concept }: ConceptName) => concept.kind === 'skill'
  const skills = longestNames(own.names, indexNames(imported.filter(isSkill)))
  const indexes = [skills, indexNames(imported.filter((name) => !isSkill(name)))]
  return {
    find: rememberReadings((text) => findInText(indexes, text)),
    near: (key) => own.near.get(key) ?? [],
  }
}

type ImportedRow = Omit<ImportedConcept, 'foundNames'> & { found_names: string[] }

async function findImported(postgres: Queryable, names: readonly string[]): Promise<ImportedConcept[]> {
  if (names.length === 0) return []
  // All names of a concept are read, because any of them may be the name of a built-in concept.
  const { rows } = await postgres.query<ImportedRow>({
    name: 'load-imported-concepts',
    text: `select c.kind, c.scheme, c.id, coalesce(c.label, min(n.name)) as label,
                  array_agg(distinct n.folded) as names,
                  array_agg(distinct n.folded) filter (where n.folded = any ($1)) as found_names
             from (select distinct kind, scheme, concept_id from taxonomy_names
                    where kind = any ('{skill,occupation}') and folded = any ($1)) f
             join taxonomy_concepts c on (c.kind, c.scheme, c.id) = (f.kind, f.scheme, f.concept_id)
             join taxonomy_names n on (n.kind, n.scheme, n.concept_id) = (f.kind, f.scheme, f.concept_id)
            group by c.kind, c.scheme, c.id
            order by c.kind, c.scheme, c.id`,
    values: [names],
  })
  return rows.map(({ found_names: foundNames, ...row }) => Object.assign(row, { foundNames }))
}
