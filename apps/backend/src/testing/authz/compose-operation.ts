// Composes a document for each operation of the schema, with all required inputs and every field that it can return.
import { randomUUID } from 'node:crypto'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

export type ComposedOperation = {
  kind: 'Query' | 'Mutation' | 'Subscription'
  name: string
  query: string
  variables: Record<string, unknown>
  /** `Type.field` of every field that the document selects. */
  fields: readonly string[]
}

/**
 * Values of inputs that must refer to something that exists, by input name or as `operation.input`. Other required
 * inputs are made up; optional ones are left out unless given as `operation.input`.
 */
export type KnownValues = Readonly<Record<string, unknown>>

const depthMax = 7

export function composeOperations(schema: GraphQLSchema, known: KnownValues): ComposedOperation[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  return roots.flatMap((root) =>
    root ? Object.values(root.getFields()).map((field) => composeOperation(root, field, known)) : [],
  )
}

export function composeOperation(
  root: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  known: KnownValues,
): ComposedOperation {
  const needed = field.args.filter(
    ({ name, type }) => isNonNullType(type) || known[`${field.name}.${name}`] !== undefined,
  )
  const declared = needed.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = needed.map(({ name }) => `${name}: $${name}`).join(', ')
  const fields = [`${root.name}.${field.name}`]
  const selection = composeSelection(field.type, fields, 1)
  const call = `${field.name}${passed && `(${passed})`}${selection}`
  return {
    kind: root.name as ComposedOperation['kind'],
    name: field.name,
    query: `${root.name.toLowerCase()} ${declared && `(${declared})`} { ${call} }`,
    variables: Object.fromEntries(
      needed.map((argument) => [
        argument.name,
        known[`${field.name}.${argument.name}`] ?? valueFor(argument, known),
      ]),
    ),
    fields,
  }
}

function composeSelection(type: GraphQLOutputType, fields: string[], depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const parts = Object.values(named.getFields()).flatMap((field) => {
    const isObject = isObjectType(getNamedType(field.type))
    if (isObject && depth >= depthMax) return []
    fields.push(`${named.name}.${field.name}`)
    return [`${field.name}${composeSelection(field.type, fields, depth + 1)}`]
  })
  return ` { ${parts.join(' ')} }`
}

function valueFor({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>, known: KnownValues): unknown {
  return known[name] ?? inventValue(type, known)
}

const invented: Readonly<Record<string, () => unknown>> = {
  ID: () => randomUUID(),
  String: () => 'made up',
  Int: () => 1,
  Float: () => 1,
  Boolean: () => true,
  DateTime: () => '2999-01-01T00:00:00.000Z',
}

function inventValue(type: GraphQLInputType, known: KnownValues): unknown {
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner)) return [inventValue(inner.ofType, known)]
  if (isEnumType(inner)) return inner.getValues()[0]?.name
  if (isInputObjectType(inner)) {
    const needed = Object.values(inner.getFields()).filter((field) => isNonNullType(field.type))
    return Object.fromEntries(needed.map((field) => [field.name, valueFor(field, known)]))
  }
  const invent = invented[getNamedType(inner).name]
  if (!invent) throw new Error(`there is no rule for making up a ${getNamedType(inner).name}`)
  return invent()
}
