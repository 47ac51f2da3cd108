import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Operation } from '../operations/operation.ts'
import type { DescribedEndpoint } from './create-openapi.ts'
import { docs, mcp, model, openApi, receiptKeys, usageCall } from './other-endpoints.ts'
import { describeChat, describeCompletions, describeEmbeddings } from './wire-endpoints.ts'
import { toJsonSchema } from '@gatehouse/openapi/to-json-schema'

export function describeEndpoints(
  names: ServiceNames,
  operations: readonly Operation[],
): DescribedEndpoint[] {
  return [
    ...operations.map((operation) => describeRest(names, operation)),
    describeCompletions(names),
    describeEmbeddings(names),
    model,
    usageCall,
    mcp,
    openApi,
    docs,
    receiptKeys,
  ]
}

/** Describes an operation's REST route, including what REST accepts in addition to the tool's arguments. */
function describeRest(names: ServiceNames, operation: Operation): DescribedEndpoint {
  const endpoint = describeOperation(operation)
  switch (operation.name) {
    case 'chat':
      return describeChat(names, endpoint)
    case 'parse_cv':
    case 'parse_jd':
      return describeParse(endpoint)
    case 'list_models':
    case 'get_usage':
    case 'list_jobs':
      return endpoint
  }
}

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

const file = { type: 'string', format: 'binary' }

/** Adds files, which a parse route accepts and a tool does not. */
function describeParse(parse: DescribedEndpoint): DescribedEndpoint {
  return {
    ...parse,
    description:
      `${parse.description} Accepts JSON, plain text, or a PDF or DOCX file of up to 10 MiB and 50 pages, as the body or in a form; ` +
      'the type of a file is detected from its bytes.',
    query: {
      properties: {
        model: {
          type: 'string',
          description: 'An alias for extraction, for bodies that cannot carry it',
        },
      },
    },
    body: {
      ...parse.body,
      'text/plain': { type: 'string' },
      'application/pdf': file,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': file,
      'multipart/form-data': {
        type: 'object',
        properties: { file, text: { type: 'string' }, model: { type: 'string' } },
      },
    },
    example: { text: 'Jane Doe\njane@example.com\n\nExperience\nCook, Grand Hotel, 2019 - 2023' },
  }
}
