import type { Found, Names } from './extraction-steps.ts'

/** Looks names up in the imported taxonomies. Unknown names are missing in the result. */
export type Taxonomy = { find(names: Names): Promise<Found> }
