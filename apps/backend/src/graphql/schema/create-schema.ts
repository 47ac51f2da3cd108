import { GraphQLObjectType, GraphQLSchema, lexicographicSortSchema } from 'graphql'
import type { AccessTable } from '../access/access-table.ts'
import type { Operation, OperationKind } from './define-operation.ts'
import { findTableMistakes, guardField, listFields } from './guard-fields.ts'

/**
 * Builds the schema. Throws if a field has no entry in the access table or an entry has no field, so that no field is
 * public by omission.
 */
export function createSchema(operations: readonly Operation[], table: AccessTable): GraphQLSchema {
  // Sorting copies every type, so the guards below change only this schema's types.
  const schema = lexicographicSortSchema(
    new GraphQLSchema({
      query: rootType('Query', operations),
      mutation: rootType('Mutation', operations),
      subscription: rootType('Subscription', operations),
    }),
  )
  const mistakes = findTableMistakes(schema, table)
  if (mistakes.length > 0) throw new Error(`the access table is wrong: ${mistakes.join('; ')}`)
  for (const { typeName, field } of listFields(schema)) {
    const level = table[typeName]?.[field.name]
    if (level !== undefined) guardField(field, level)
  }
  return schema
}

function rootType(kind: OperationKind, operations: readonly Operation[]): GraphQLObjectType | undefined {
  const own = operations.filter((operation) => operation.kind === kind)
  const names = own.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`${kind}.${twice} is defined twice`)
  if (own.length === 0) return undefined
  return new GraphQLObjectType({
    name: kind,
    fields: Object.fromEntries(own.map(({ name, field }) => [name, field])),
  })
}
