export type SchemaObject = { readonly [keyword: string]: unknown }

export class UnsatisfiableSchema extends Error {}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
