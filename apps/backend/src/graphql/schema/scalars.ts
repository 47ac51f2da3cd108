import { GraphQLScalarType } from 'graphql'

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
