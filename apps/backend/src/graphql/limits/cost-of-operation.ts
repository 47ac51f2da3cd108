// What an operation may make the database do, estimated before anything runs: each field what it is said to cost, below a
// list as often as the list may be long. It is for validated documents, whose size is limited.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

export type CostedDocument = {
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Readonly<Record<string, unknown>>
}

export const costMax = 5_000

// For lists whose length nobody asked for.
const usualListLength = 20
const lengthInputs = new Set(['first', 'limit'])

export function costOfOperation(schema: GraphQLSchema, document: CostedDocument): number {
  const root = schema.getRootType(document.operation.operation)
  return root ? costOfSelections(document, document.operation.selectionSet, root) : 0
}

function costOfSelections(
  document: CostedDocument,
  { selections }: SelectionSetNode,
  parent: GraphQLObjectType,
): number {
  let cost = 0
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(document, selection, parent)
    else {
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : document.fragments.get(selection.name.value)
      if (fragment) cost += costOfSelections(document, fragment.selectionSet, parent)
    }
  }
  return cost
}

function costOfField(document: CostedDocument, node: FieldNode, parent: GraphQLObjectType): number {
  const field = parent.getFields()[node.name.value]
  // One of GraphQL's own, which are limited by their depth.
  if (!field) return 1
  const type = getNamedType(field.type)
  const inside =
    node.selectionSet && isObjectType(type) ? costOfSelections(document, node.selectionSet, type) : 0
  return costSaid(field) + inside * lengthOf(document, node, field)
}

function costSaid({ extensions }: GraphQLField<unknown, unknown>): number {
  const said = extensions['cost']
  return typeof said === 'number' ? said : 1
}

function lengthOf(
  { variables }: CostedDocument,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number {
  const given = node.arguments?.find(({ name }) => lengthInputs.has(name.value))?.value
  if (given?.kind === Kind.INT) return Math.max(1, Number(given.value))
  const asked = given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined
  if (typeof asked === 'number') return Math.max(1, asked)
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  return isListType(type) ? usualListLength : 1
}
