// An estimate, made before anything runs, of the work that a document causes: the rows that its operations read and the
// objects in its answer. An operation has a cost of its own and one for each row that it reads, selected or not; each
// object of the answer costs 1; scalars are free, because their number per object is limited by the size of the document.
// The length of a list is the one that was asked for, or a usual one. Documents must be validated and limited in size
// before they come here.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql'

export type CostedDocument = {
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Readonly<Record<string, unknown>>
}

export const costMax = 5_000

// For lists whose length the document does not ask for.
const usualListLength = 20
const lengthInputs: ReadonlySet<string> = new Set(['first', 'limit'])

export function costOfOperation(schema: GraphQLSchema, document: CostedDocument): number {
  const root = schema.getRootType(document.operation.operation)
  return root ? costOfSelections(document, document.operation.selectionSet, { type: root }) : 0
}

type Parent = {
  type: GraphQLObjectType
  /** The length that was asked for of the lists directly in this object, if it is a page. */
  pageLength?: number | undefined
}

function costOfSelections(
  document: CostedDocument,
  { selections }: SelectionSetNode,
  parent: Parent,
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

function costOfField(document: CostedDocument, node: FieldNode, parent: Parent): number {
  const field = parent.type.getFields()[node.name.value]
  // One of GraphQL's own, which are limited by their depth.
  if (!field) return 1
  const type = getNamedType(field.type)
  const isList = isListType(getNullableType(field.type))
  const askedLength = lengthAskedFor(document, node, field)
  const length = isList ? (askedLength ?? parent.pageLength ?? usualListLength) : 1
  const rows = isList ? length : (askedLength ?? 0)
  const ownCost = costSaid(field, 'cost') + costSaid(field, 'rowCost') * rows
  if (!node.selectionSet || !isObjectType(type)) return ownCost
  const inside = { type, pageLength: isList ? undefined : askedLength }
  return ownCost + length * (1 + costOfSelections(document, node.selectionSet, inside))
}

/** Only operations have costs of their own: fields below them return what the operation has already read. */
function costSaid({ extensions }: GraphQLField<unknown, unknown>, name: 'cost' | 'rowCost'): number {
  const said = extensions[name]
  return typeof said === 'number' ? said : 0
}

/** Undefined for a field that has no input for a length. */
function lengthAskedFor(
  document: CostedDocument,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number | undefined {
  if (!field.args.some(({ name }) => lengthInputs.has(name))) return undefined
  const given = node.arguments?.find(({ name }) => lengthInputs.has(name.value))?.value
  const asked = given?.kind === Kind.VARIABLE ? readVariable(document, given.name.value) : readInt(given)
  return asked !== undefined && asked >= 1 ? asked : usualListLength
}

function readVariable({ operation, variables }: CostedDocument, name: string): number | undefined {
  const value = variables[name]
  if (value !== undefined) return typeof value === 'number' ? value : undefined
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)
  return readInt(definition?.defaultValue)
}

function readInt(value: ValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}
