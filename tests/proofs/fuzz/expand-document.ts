// Measures an accepted document in the plainest way: all fragments expanded in place, and inputs as graphql reads them when it
// executes the document.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isListType,
  isObjectType,
} from 'graphql'
import { BrokenPromise } from './engine/surface.ts'

export type AcceptedRequest = {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

export type RequestSize = {
  depth: number
  introspectionDepth: number
  fields: number
  aliases: number
  /** Rows of the requested pages and objects in them. */
  objects: number
}

type Values = Parameters<typeof getArgumentValues>[2]
type Place = {
  type: GraphQLObjectType
  depth: number
  times: number
  isIntrospection: boolean
  pageLength: number | undefined
}

const expandedMax = 5_000

export function measureRequest(
  schema: GraphQLSchema,
  { document, operation, variables }: AcceptedRequest,
): RequestSize {
  const size: RequestSize = { depth: 0, introspectionDepth: 0, fields: 0, aliases: 0, objects: 0 }
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!read.variableValues) throw new BrokenPromise('variables are checked before a document is accepted')
  const values: Values = read.variableValues
  const root = schema.getRootType(operation.operation)
  if (root)
    visit(operation.selectionSet, {
      type: root,
      depth: 1,
      times: 1,
      isIntrospection: false,
      pageLength: undefined,
    })
  return size

  function visit({ selections }: SelectionSetNode, place: Place): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) visitField(selection, place)
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, place)
      else {
        const named = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
        )
        if (named && 'selectionSet' in named && named.selectionSet) visit(named.selectionSet, place)
      }
    }
  }

  function visitField(node: FieldNode, place: Place): void {
    size.fields += 1
    if (size.fields > expandedMax) throw new BrokenPromise('a document expands to few fields')
    if (node.alias) size.aliases += 1
    const name = node.name.value
    if (place.isIntrospection) size.introspectionDepth = Math.max(size.introspectionDepth, place.depth)
    else size.depth = Math.max(size.depth, place.depth)
    const isIntrospection = place.isIntrospection || name === '__schema' || name === '__type'
    if (isIntrospection && !place.isIntrospection)
      size.introspectionDepth = Math.max(size.introspectionDepth, 1)
    const field = place.type.getFields()[name]
    const depth = isIntrospection && !place.isIntrospection ? 2 : place.depth + 1
    if (!field) {
      if (node.selectionSet) visit(node.selectionSet, { ...place, depth, isIntrospection })
      return
    }
    const given = field.args.some((arg) => arg.name === 'first' || arg.name === 'limit')
      ? getArgumentValues(field, node, values)
      : {}
    const asked = given['first'] ?? given['limit']
    const length = typeof asked === 'number' && asked >= 1 ? asked : undefined
    const isList = isListType(getNullableType(field.type))
    const type = getNamedType(field.type)
    if (length !== undefined && !isList) size.objects += length
    const times = place.times * (isList ? (length ?? place.pageLength ?? 1) : 1)
    size.objects += isObjectType(type) ? times : 0
    if (node.selectionSet && isObjectType(type))
      visit(node.selectionSet, {
        type,
        depth,
        times,
        isIntrospection,
        pageLength: isList ? undefined : length,
      })
  }
}
