// Reads the concepts of the imported taxonomies by name. Which names to look for, and which concept a name stands for, is
// decided by `choose-concept.ts`, which needs the built-in names and may run in another thread.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { NamedByKind, NamedConcept, NamesByKind } from '../taxonomy/choose-concept.ts'
import type { TaxonomyKind, TaxonomyScheme } from '../taxonomy/taxonomy-source.ts'

/** Expects folded names, as `namesToFind` returns them. */
export async function findNamedConcepts(
  postgres: Queryable,
  { skills, titles }: NamesByKind,
): Promise<NamedByKind> {
  const [foundSkills, foundTitles] = await Promise.all([
    findNamed(postgres, 'skill', skills),
    findNamed(postgres, 'occupation', titles),
  ])
  return { skills: foundSkills, titles: foundTitles }
}

type NamedRow = {
  folded: string
  scheme: TaxonomyScheme
  concept_id: string
  is_preferred: boolean
  label: string
  isco_group: string | null
}

// Postgres rejects NUL in text, and no name of a concept contains any other control character.
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const control = /[\u0000-\u001f]/

async function findNamed(
  postgres: Queryable,
  kind: TaxonomyKind,
  names: readonly string[],
): Promise<NamedConcept[]> {
  const wanted = names.filter((name) => name !== '' && !control.test(name))
  if (wanted.length === 0) return []
  const { rows } = await postgres.query<NamedRow>({
    name: 'find-taxonomy-names',
    text: `select n.folded, n.scheme, n.concept_id, n.is_preferred, coalesce(c.label, n.name) as label, c.isco_group
             from taxonomy_names n
             join taxonomy_concepts c on (c.kind, c.scheme, c.id) = (n.kind, n.scheme, n.concept_id)
            where n.kind = $1 and n.folded = any ($2)
            order by n.scheme, n.concept_id`,
    values: [kind, wanted],
  })
  return rows.map(toNamedConcept)
}

function toNamedConcept({
  concept_id,
  is_preferred,
  isco_group,
  folded,
  scheme,
  label,
}: NamedRow): NamedConcept {
  return { folded, scheme, label, conceptId: concept_id, isPreferred: is_preferred, iscoGroup: isco_group }
}
