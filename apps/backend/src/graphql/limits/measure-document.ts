// Measures how large a document would be with all fragments expanded, without expanding them: a few lines can expand to
// billions of fields. Each fragment is measured once, and its size is added wherever it is spread.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

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
