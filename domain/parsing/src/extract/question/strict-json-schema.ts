import { z } from 'zod'

/** What providers refuse in a strict schema, or what says nothing to a model. */
const unwanted = ['minimum', 'maximum', 'default'] as const

/** In the subset that all providers of structured outputs take: all keys required, no other keys, no bounds. */
export function strictJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const keyword of unwanted) delete jsonSchema[keyword]
    },
  })
  return strict
}
