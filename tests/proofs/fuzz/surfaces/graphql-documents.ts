// Before anything runs, a document is refused with GraphQL errors, or it is within the limits: depth, fields, aliases, and
// the number of objects that it asks for, with its inputs read as execution reads them. An input is a document, optionally
// followed by the byte 1 and its variables.
import { accessTable } from '@gatehouse/backend/access-table'
import { costMax } from '@gatehouse/backend/graphql/cost-of-operation'
import { createSchema } from '@gatehouse/backend/graphql/create-schema'
import { operations } from '@gatehouse/backend/graphql/operations'
import { createValidDocuments, prepareDocument } from '@gatehouse/backend/graphql/prepare-document'
import { Fault } from '@gatehouse/runtime/fault'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { type Check, type Surface, promise } from '../engine/surface.ts'
import { measureRequest } from '../expand-document.ts'

const separator = '\u0001'
const [depthMax, introspectionDepthMax, fieldsMax, aliasesMax] = [8, 15, 500, 15]

export type GraphqlParts = { prepare: typeof prepareDocument; schema: GraphQLSchema }

export function checkGraphql({ prepare, schema }: GraphqlParts): Check {
  // One for all executions, as in a process: what is remembered of one document must not change another.
  const validDocuments = createValidDocuments()
  return (input) => {
    const request = readRequest(input.toString())
    const prepared = prepare({ schema, validDocuments }, request)
    if (prepared.kind === 'refused') {
      promise(prepared.errors.length > 0, 'a refusal has a reason')
      for (const error of prepared.errors) {
        promise(error instanceof GraphQLError, 'a reason is a GraphQL error')
        const { originalError } = error
        if (originalError !== undefined && !(originalError instanceof Fault)) throw originalError
      }
      return
    }
    const size = measureRequest(schema, { ...prepared, variables: request.variables })
    promise(size.depth <= depthMax, 'a document is not nested deeper than allowed')
    promise(
      size.introspectionDepth <= introspectionDepthMax,
      'introspection is not nested deeper than allowed',
    )
    promise(size.fields <= fieldsMax, 'a document has no more fields than allowed')
    promise(size.aliases <= aliasesMax, 'a document has no more aliases than allowed')
    promise(size.objects <= costMax, 'a document asks for no more objects than its cost allows')
  }
}

function readRequest(text: string): { query: string; variables: Record<string, unknown> } {
  const [query = '', json = ''] = text.split(separator)
  try {
    const variables: unknown = JSON.parse(json)
    const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables)
    return { query, variables: isObject ? (variables as Record<string, unknown>) : {} }
  } catch {
    return { query, variables: {} }
  }
}

export function openSchema(): GraphQLSchema {
  return createSchema(operations, accessTable)
}

export const surface: Surface = {
  name: 'graphql-documents',
  inputBytesMax: 900,
  dictionary: [
    '{',
    '}',
    '...',
    'on Query',
    'fragment f',
    '...f',
    '$n',
    '$constructor',
    ': Int = 100000',
    '(first: 100)',
    'first:',
    '@skip(if: true)',
    '@include(if: $b)',
    '__typename',
    '__schema { types { name } }',
    '"""',
    separator,
    '{"n":100}',
    'query ',
    'mutation ',
    'subscription ',
    'nodes { id }',
    'companyId: "0190a000-0000-7000-8000-00000000000a"',
    'jobs',
    'calls',
    'matches',
    'whoAmI',
    'a: ',
  ],
  open: () => checkGraphql({ prepare: prepareDocument, schema: openSchema() }),
}
