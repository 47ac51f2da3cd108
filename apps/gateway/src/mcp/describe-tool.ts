import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'

/** The MCP face of an operation, as a client sees it. */
export function describeTool({ name, title, description, input, output, isBillable }: Operation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: toSchema(input, 'input'),
    outputSchema: toSchema(output, 'output'),
    annotations: {
      title,
      // A charge is a change, and what a model answers comes from outside.
      readOnlyHint: !isBillable,
      destructiveHint: false,
      idempotentHint: !isBillable,
      openWorldHint: isBillable,
    },
  }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return { ...z.toJSONSchema(schema, { io }), type: 'object' } as Tool['inputSchema']
}
