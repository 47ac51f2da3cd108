import type { Queryable } from '@gatehouse/postgres/create-postgres'
import {
  type NamedConcept,
  type OccupationConcept,
  type SkillConcept,
  chooseOccupation,
  chooseSkill,
  occupationNames,
  skillNames,
} from '../taxonomy/choose-concept.ts'
import type { TaxonomyKind, TaxonomyScheme } from '../taxonomy/taxonomy-source.ts'

/** Returns the concept of each name that has one; until a taxonomy is imported, only the built-in list is known. */
export async function findSkillConcepts(
  postgres: Queryable,
  names: readonly string[],
): Promise<Map<string, SkillConcept>> {
  const found = await findNamed(postgres, 'skill', names.flatMap(skillNames))
  const chosen = names.map((name) => {
    const own = skillNames(name).flatMap((folded) => found.get(folded) ?? [])
    return [name, chooseSkill(name, own)] as const
  })
  return new Map(chosen.flatMap(([name, concept]) => (concept ? [[name, concept]] : [])))
}

export async function findOccupationConcepts(
  postgres: Queryable,
  titles: readonly string[],
): Promise<Map<string, OccupationConcept>> {
  const found = await findNamed(postgres, 'occupation', titles.flatMap(occupationNames))
  const chosen = titles.map((title) => {
    const own = occupationNames(title).flatMap((folded) => found.get(folded) ?? [])
    return [title, chooseOccupation(title, own)] as const
  })
  return new Map(chosen.flatMap(([title, concept]) => (concept ? [[title, concept]] : [])))
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
): Promise<Map<string, NamedConcept[]>> {
  const wanted = [...new Set(names)].filter((name) => name !== '' && !control.test(name))
  if (wanted.length === 0) return new Map()
  const { rows } = await postgres.query<NamedRow>({
    name: 'find-taxonomy-names',
    text: `select n.folded, n.scheme, n.concept_id, n.is_preferred, coalesce(c.label, n.name) as label, c.isco_group
             from taxonomy_names n
             join taxonomy_concepts c on (c.kind, c.scheme, c.id) = (n.kind, n.scheme, n.concept_id)
            where n.kind = $1 and n.folded = any ($2)
            order by n.scheme, n.concept_id`,
    values: [kind, wanted],
  })
  return Map.groupBy(rows.map(toNamedConcept), ({ folded }) => folded)
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
