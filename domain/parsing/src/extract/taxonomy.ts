import type { Concept, Occupation } from './parsed/parsed-parts.ts'

/** Looks names up in the imported taxonomies. Unknown names are missing in the result. */
export type Taxonomy = {
  findSkills(names: readonly string[]): Promise<ReadonlyMap<string, Concept>>
  findOccupations(titles: readonly string[]): Promise<ReadonlyMap<string, Occupation>>
}
