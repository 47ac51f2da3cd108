// Return types of operations. A shape is a GraphQL type that carries the TypeScript type of its values, so that the
// compiler checks resolvers against the schema without generated code.
import {
  type GraphQLNullableOutputType,
  type GraphQLOutputType,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { OperationContext } from '../operation-context.ts'

/** ISO 8601 with a time zone, as in all other APIs of the platform. */
export const dateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time, as ISO 8601 in UTC: 2026-01-31T12:00:00.000Z.',
  coerceOutputValue(value) {
    if (value instanceof Date) return value.toISOString()
    throw new TypeError('a DateTime must be a Date')
  },
  coerceInputValue(value) {
    const isIsoTime =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(value)
    const time = new Date(isIsoTime ? value : Number.NaN)
    if (Number.isNaN(time.getTime())) throw new TypeError('write a time as 2026-01-31T12:00:00Z')
    return time
  },
})

export const jsonScalar = new GraphQLScalarType<unknown>({
  name: 'JSON',
  description: 'Any JSON value. Its fields are not part of the API contract.',
})

declare const value: unique symbol

export type Shape<T> = { readonly type: GraphQLOutputType; readonly [value]?: T }

export const shapes = {
  id: required<string>(GraphQLID),
  string: required<string>(GraphQLString),
  int: required<number>(GraphQLInt),
  float: required<number>(GraphQLFloat),
  boolean: required<boolean>(GraphQLBoolean),
  time: required<Date>(dateTimeScalar),
  json: required<unknown>(jsonScalar),
}

export function optional<T>({ type }: Shape<T>): Shape<T | null> {
  return { type: type instanceof GraphQLNonNull ? type.ofType : type }
}

export function listOf<T>({ type }: Shape<T>): Shape<readonly T[]> {
  return { type: new GraphQLNonNull(new GraphQLList(type)) }
}

export function enumeration<const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[],
): Shape<Value> & { enumType: GraphQLEnumType } {
  const enumType = new GraphQLEnumType({
    name,
    description,
    values: Object.fromEntries(values.map((one) => [one, { value: one }])),
  })
  return { ...required<Value>(enumType), enumType }
}

export type ObjectField<Source> = {
  type: GraphQLOutputType
  read(source: Source, context: OperationContext): unknown
  usualLength?: number | undefined
}

/** `usualLength` is the length of a list for which the cost of a document is estimated. */
export function field<Source, T>(
  { type }: Shape<T>,
  read: (source: Source, context: OperationContext) => T | Promise<T>,
  { usualLength }: { usualLength?: number } = {},
): ObjectField<Source> {
  return { type, read, usualLength }
}

/** Each field needs its entry in the access table. */
export function defineObject<Source>(
  name: string,
  description: string,
  fields: Readonly<Record<string, ObjectField<Source>>>,
): Shape<Source> {
  return required<Source>(
    new GraphQLObjectType<Source, OperationContext>({
      name,
      description,
      fields: Object.fromEntries(
        Object.entries(fields).map(([fieldName, { type, read, usualLength }]) => [
          fieldName,
          {
            type,
            resolve: (source, _arguments, context) => read(source, context),
            ...(usualLength !== undefined && { extensions: { usualLength } }),
          },
        ]),
      ),
    }),
  )
}

function required<T>(type: GraphQLNullableOutputType): Shape<T> {
  return { type: new GraphQLNonNull(type) }
}
