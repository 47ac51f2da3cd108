// Estimates, before anything runs, how much work a document causes: the rows that its operations read and the objects
// in its response. An operation has a fixed cost and a cost for each row it reads, whether selected or not. Each object
// in the response costs 1. Scalars are free, because the document's size limits their number per object. A list counts
// with the requested length, or else with its usual or a default length. Documents must already be validated and limited in size.
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

// Assumed length of a list for which the document requests no length.
const listLengthDefault = 20
const lengthInputs: ReadonlySet<string> = new Set(['first', 'limit'])

export function costOfOperation(schema: GraphQLSchema, document: CostedDocument): number {
  const root = schema.getRootType(document.operation.operation)
  return root ? costOfSelections(document, document.operation.selectionSet, { type: root }) : 0
}

type Parent = {
  type: GraphQLObjectType
  /** If the object is a page: the requested length of the lists directly in it. */
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
  // An introspection field; these are limited by their depth instead.
  if (!field) return 1
  const type = getNamedType(field.type)
  const isList = isListType(getNullableType(field.type))
  const lengthRequested = requestedLength(document, node, field)
  const length = isList ? (lengthRequested ?? parent.pageLength ?? usualLength(field)) : 1
  const rows = isList ? length : (lengthRequested ?? 0)
  const ownCost = declaredCost(field, 'cost') + declaredCost(field, 'rowCost') * rows
  if (!node.selectionSet || !isObjectType(type)) return ownCost
  const inside = { type, pageLength: isList ? undefined : lengthRequested }
  return ownCost + length * (1 + costOfSelections(document, node.selectionSet, inside))
}

/** Short lists, such as the towns of a job, declare their usual length. */
function usualLength({ extensions }: GraphQLField<unknown, unknown>): number {
  const declared = extensions['usualLength']
  return typeof declared === 'number' ? declared : listLengthDefault
}

/** Only operations declare costs: nested fields return what the operation has already read. */
function declaredCost({ extensions }: GraphQLField<unknown, unknown>, name: 'cost' | 'rowCost'): number {
  const declared = extensions[name]
  return typeof declared === 'number' ? declared : 0
}

/** Returns undefined for a field that has no length input. */
function requestedLength(
  document: CostedDocument,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number | undefined {
  if (!field.args.some(({ name }) => lengthInputs.has(name))) return undefined
  const given = node.arguments?.find(({ name }) => lengthInputs.has(name.value))?.value
  const asked = given?.kind === Kind.VARIABLE ? readVariable(document, given.name.value) : readInt(given)
  return asked !== undefined && asked >= 1 ? asked : listLengthDefault
}

function readVariable({ operation, variables }: CostedDocument, name: string): number | undefined {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value !== undefined) return typeof value === 'number' ? value : undefined
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)
  return readInt(definition?.defaultValue)
}

function readInt(value: ValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}
