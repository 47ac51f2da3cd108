import type { JsonSchema } from '@gatehouse/openapi/openapi-document'
import { z } from 'zod'

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
