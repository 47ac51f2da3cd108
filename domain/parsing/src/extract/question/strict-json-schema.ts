import { z } from 'zod'

/** Keywords that providers reject in a strict schema or that do not help a model. */
const unwanted = ['minimum', 'maximum', 'default'] as const

/** Converts to the subset that all providers of structured outputs accept: all keys required, no others, no bounds. */
export function strictJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const keyword of unwanted) delete jsonSchema[keyword]
    },
  })
  return strict
}
