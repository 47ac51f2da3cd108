import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'

/** Describes an operation as an MCP tool. */
export function describeTool({ name, title, description, input, output, isBillable }: Operation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: toSchema(input, 'input'),
    outputSchema: toSchema(output, 'output'),
    annotations: {
      title,
      // A charge is a side effect, and a model's output comes from outside the gateway.
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
