import type { Concept, Occupation } from './parsed/parsed-parts.ts'

/** What names mean in the vocabularies that were imported. A name that none of them knows is not in the answer. */
export type Taxonomy = {
  findSkills(names: readonly string[]): Promise<ReadonlyMap<string, Concept>>
  findOccupations(titles: readonly string[]): Promise<ReadonlyMap<string, Occupation>>
}
