// Measures how large a document would be with all fragments expanded, without expanding them: a few lines can expand to
// billions of fields. Each fragment is measured once, and its size is added wherever it is spread.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  Kind,
} from 'graphql'
import { tooExpensive } from '../graphql-faults.ts'

// These limits leave headroom above what the console sends: its largest document has about 300 tokens and a depth of 5.
// The standard introspection query of graphql-js has a depth of 14 and expands to 190 fields.
export const parseLimits = { maxLexicalTokens: 1_000, maxComments: 100, maxSourceLength: 50_000 }

const sizeMax = { depth: 8, introspectionDepth: 15, fields: 500, aliases: 15, directives: 20 }

/** Runs before validation, because validating a large document is itself expensive. */
export function checkDocumentSize(document: DocumentNode): void {
  const size = measureDocument(document)
  if (size.depth > sizeMax.depth) throw tooExpensive(`is nested deeper than ${sizeMax.depth} fields`)
  if (size.introspectionDepth > sizeMax.introspectionDepth)
    throw tooExpensive(`nests introspection deeper than ${sizeMax.introspectionDepth} fields`)
  if (size.fields > sizeMax.fields) throw tooExpensive(`has more than ${sizeMax.fields} fields`)
  if (size.aliases > sizeMax.aliases) throw tooExpensive(`has more than ${sizeMax.aliases} aliases`)
  if (size.directives > sizeMax.directives)
    throw tooExpensive(`has more than ${sizeMax.directives} directives`)
}

export type DocumentSize = {
  depth: number
  /** Depth below `__schema` and `__type`, limited separately because introspection types refer to each other. */
  introspectionDepth: number
  fields: number
  aliases: number
  directives: number
}

const nothing: DocumentSize = { depth: 0, introspectionDepth: 0, fields: 0, aliases: 0, directives: 0 }
const introspectionFields = new Set(['__schema', '__type'])

/** Measures all operations of the document together, because all of them are validated, whichever one runs. */
export function measureDocument(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, DocumentSize>()

  function measureFragment(name: string): DocumentSize {
    const known = measured.get(name)
    if (known) return known
    // A fragment that spreads itself counts as empty here; validation refuses it afterwards.
    measured.set(name, nothing)
    const size = measureSelections(fragments.get(name)?.selectionSet)
    measured.set(name, size)
    return size
  }

  function measureSelections(selectionSet: SelectionSetNode | undefined): DocumentSize {
    return (selectionSet?.selections ?? []).map(measureSelection).reduce(sum, nothing)
  }

  function measureSelection(selection: SelectionNode): DocumentSize {
    const directives = selection.directives?.length ?? 0
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return withDirectives(measureFragment(selection.name.value), directives)
    const inside = measureSelections(selection.selectionSet)
    if (selection.kind === Kind.INLINE_FRAGMENT) return withDirectives(inside, directives)
    const isIntrospection = introspectionFields.has(selection.name.value)
    return {
      depth: isIntrospection ? 1 : inside.depth + 1,
      introspectionDepth: isIntrospection ? inside.depth + 1 : inside.introspectionDepth,
      fields: inside.fields + 1,
      aliases: inside.aliases + (selection.alias ? 1 : 0),
      directives: inside.directives + directives,
    }
  }

  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet, directives }) =>
      withDirectives(measureSelections(selectionSet), directives?.length ?? 0),
    )
    .reduce(sum, nothing)
}

function sum(one: DocumentSize, other: DocumentSize): DocumentSize {
  return {
    depth: Math.max(one.depth, other.depth),
    introspectionDepth: Math.max(one.introspectionDepth, other.introspectionDepth),
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
  }
}

function withDirectives(size: DocumentSize, directives: number): DocumentSize {
  return { ...size, directives: size.directives + directives }
}
