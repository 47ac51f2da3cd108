import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'
import type { DescribedEndpoint, JsonSchema } from './described-endpoint.ts'

/** Describes an operation's REST route with the schemas that validate its input and output. */
export function describeOperation(operation: Operation): DescribedEndpoint {
  const { rest, name, title, description, scope, isBillable } = operation
  const input = toJsonSchema(operation.input, 'input')
  return {
    method: rest.method,
    path: rest.path,
    id: name,
    title,
    description,
    scope,
    isBillable,
    ...(rest.method === 'GET' ? { query: input } : { body: { 'application/json': input } }),
    answer: { 'application/json': toJsonSchema(operation.output, 'output') },
  }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
