import { type GraphQLSchema, getNamedType, GraphQLID, GraphQLNonNull } from 'graphql'
import { type SchemaField, listFields } from '../schema/list-fields.ts'
import type { AccessTable } from './access-level.ts'

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
