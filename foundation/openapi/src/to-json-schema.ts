import { z } from 'zod'
import type { JsonSchema } from './openapi-document.ts'

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // zod's pattern for a date is longer than the rest of the document and adds nothing to the format.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      // zod gives every integer the bounds of a JavaScript safe integer, which say nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}
