// Enforces the access table: every field of the schema has an entry, and no resolver runs before its viewer is authorised.
import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLID,
  GraphQLNonNull,
  getNamedType,
  isObjectType,
} from 'graphql'
import type { OperationContext } from '../operation-context.ts'
import type { AccessLevel, AccessTable } from '../access/access-table.ts'
import { authorise } from '../access/authorise.ts'

type Given = Readonly<Record<string, unknown>>
type Resolver = GraphQLFieldResolver<unknown, OperationContext, Given>

/** Wraps the field's resolver so that nothing runs, not even input parsing, before the viewer is authorised. */
export function guardField(field: GraphQLField<unknown, OperationContext, Given>, level: AccessLevel): void {
  if (level === 'asParent' || level === 'anyone') return
  // A subscription is guarded where it starts, which covers all of its events.
  if (field.subscribe) field.subscribe = guard(field.subscribe, level)
  else if (field.resolve) field.resolve = guard(field.resolve, level)
  else throw new Error(`${field.name} has no resolver to guard`)
}

function guard(resolver: Resolver, level: Exclude<AccessLevel, 'asParent'>): Resolver {
  return async (...call) => {
    const [, given, { viewer, onAllowed }] = call
    await authorise(level, viewer, given)
    onAllowed?.((later) => authorise(level, later, given))
    return resolver(...call)
  }
}

const rootTypes = new Set(['Query', 'Mutation', 'Subscription'])

/** Lists fields without an entry, entries without a field, and entries that cannot be enforced. */
export function findTableMistakes(schema: GraphQLSchema, table: AccessTable): string[] {
  const fields = listFields(schema)
  const known = new Set(fields.map(nameField))
  const listed = Object.entries(table).flatMap(([typeName, rows]) =>
    Object.keys(rows).map((fieldName) => `${typeName}.${fieldName}`),
  )
  return [
    ...fields.flatMap((field) => findFieldMistake(field, table)),
    ...listed.filter((name) => !known.has(name)).map((name) => `${name} has an entry but does not exist`),
  ]
}

function findFieldMistake(schemaField: SchemaField, table: AccessTable): string[] {
  const { typeName, field } = schemaField
  const level = table[typeName]?.[field.name]
  const name = nameField(schemaField)
  if (level === undefined) return [`${name} has no entry`]
  const isRoot = rootTypes.has(typeName)
  if (isRoot && level === 'asParent') return [`${name} has no parent`]
  const isOfCompany = level === 'companyMember' || level === 'companyAdmin'
  if (!isOfCompany) return []
  if (!isRoot) return [`${name} is not an operation, so it has no companyId that names the company`]
  const companyId = field.args.find((argument) => argument.name === 'companyId')
  const isGiven = companyId?.type instanceof GraphQLNonNull && getNamedType(companyId.type) === GraphQLID
  return isGiven ? [] : [`${name} needs an input companyId of type ID!`]
}

function nameField({ typeName, field }: SchemaField): string {
  return `${typeName}.${field.name}`
}

export type SchemaField = { typeName: string; field: GraphQLField<unknown, OperationContext, Given> }

/** Lists the fields of our own types. Introspection fields are left out: they describe the schema, which is public. */
export function listFields(schema: GraphQLSchema): SchemaField[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values((type as GraphQLObjectType<unknown, OperationContext>).getFields()).map((field) => ({
        typeName: type.name,
        field,
      })),
    )
}
