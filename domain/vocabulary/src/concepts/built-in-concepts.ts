import { rememberReadings } from '@gatehouse/reading/remember-readings'
import type { Concepts, NearConcept } from './concept.ts'
import { builtInEntries } from './concept-lists.ts'
import { type ConceptNames, indexNames } from './concept-names.ts'
import { findInText } from './find-in-text.ts'
import { relateConcepts } from './relate-concepts.ts'

export type BuiltIn = {
  names: ConceptNames
  near: ReadonlyMap<string, readonly NearConcept[]>
}

let built: BuiltIn | undefined

/** The indexes of the built-in lists. Building them takes a tenth of a second, so a process does it once. */
export function builtIn(): BuiltIn {
  if (built) return built
  const entries = builtInEntries()
  built = { names: indexNames(entries.flatMap(({ names }) => names)), near: relateConcepts(entries) }
  return built
}

/** The built-in concepts alone. */
export function builtInConcepts(): Concepts {
  const { names, near } = builtIn()
  return { find: rememberReadings((text) => findInText([names], text)), near: (key) => near.get(key) ?? [] }
}
