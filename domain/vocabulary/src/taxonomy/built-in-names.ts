// The built-in concepts as a parse result needs them: by one name, without the text around it.
import { builtIn } from '../concepts/built-in-concepts.ts'
import { builtInEntries } from '../concepts/concept-lists.ts'
import { foldName } from './fold-name.ts'
import type { TaxonomyKind } from './taxonomy-source.ts'

/** `names` are all folded names of the concept, its label first. */
export type BuiltInName = { id: string; label: string; isLabel: boolean; names: readonly string[] }

type BuiltInNames = Readonly<Record<TaxonomyKind, ReadonlyMap<string, BuiltInName>>>

let read: BuiltInNames | undefined

/** The built-in concept with this folded name, or of which it is an inflected name. */
export function builtInName(kind: TaxonomyKind, folded: string): BuiltInName | undefined {
  read ??= readNames()
  const exact = read[kind].get(folded)
  if (exact) return exact
  const inflected = builtIn().names.conceptOf(folded)
  const usual = inflected?.kind === kind ? read[kind].get(foldName(inflected.label)) : undefined
  return usual && { ...usual, isLabel: false }
}

function readNames(): BuiltInNames {
  const all = { skill: new Map<string, BuiltInName>(), occupation: new Map<string, BuiltInName>() }
  for (const { concept, names } of builtInEntries()) {
    const { kind, label } = concept
    const id = foldName(label)
    const folded = [...new Set(names.map(({ name }) => foldName(name)))]
    for (const name of folded) all[kind].set(name, { id, label, isLabel: name === id, names: folded })
  }
  return all
}
