import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'
import type { Given } from '../access/guard-field.ts'
import type { OperationContext } from '../operation-context.ts'

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
