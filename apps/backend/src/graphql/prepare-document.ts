// Turns the text of a request into a document that may run: parsed, limited in size, valid and not too expensive.
// Nothing runs unless all of these checks pass.
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  getOperationAST,
  parse,
  validate,
} from 'graphql'
import type { Fault } from '@gatehouse/runtime/fault'
import { LRUCache } from 'lru-cache'
import { badRequest, tooExpensive } from './graphql-faults.ts'
import { costMax, costOfOperation } from './limits/cost-of-operation.ts'
import { findInvalidVariables, nameLiteral } from './schema/invalid-inputs.ts'
import { checkDocumentSize, parseLimits } from './limits/document-size.ts'

export type GraphqlRequest = {
  query: string
  operationName?: string | null | undefined
  variables?: Readonly<Record<string, unknown>> | null | undefined
}

/** Valid documents by their text: a client sends the same few documents, and validating one takes most of a millisecond. */
export type ValidDocuments = LRUCache<string, DocumentNode>

// A document has at most 1,000 tokens, so the documents of an attacker fill some 40 MB.
const documentsMax = 200

export function createValidDocuments(): ValidDocuments {
  return new LRUCache({ max: documentsMax })
}

export type DocumentRules = { schema: GraphQLSchema; validDocuments: ValidDocuments }

export type PreparedDocument =
  | { kind: 'ready'; document: DocumentNode; operation: OperationDefinitionNode }
  | { kind: 'refused'; errors: readonly GraphQLError[] }

const errorsMax = 5

/** `refuseKind` returns why the transport does not take such operations. It is asked first: validation costs the most. */
export function prepareDocument(
  { schema, validDocuments }: DocumentRules,
  request: GraphqlRequest,
  refuseKind: (kind: OperationTypeNode) => Fault | undefined = () => undefined,
): PreparedDocument {
  try {
    const document = validDocuments.get(request.query) ?? parseWithinLimits(request.query)
    const operation = getOperationAST(document, request.operationName)
    const refusal = operation ? refuseKind(operation.operation) : undefined
    if (refusal) throw refusal
    if (!validDocuments.has(request.query)) {
      const errors = validate(schema, document, undefined, { maxErrors: errorsMax })
      if (errors.length > 0)
        return { kind: 'refused', errors: errors.map((error) => nameLiteral(document, error)) }
      validDocuments.set(request.query, document)
    }
    if (!operation)
      throw badRequest('The document has several operations: name one of them as operationName.')
    const given = { document, operation, variables: request.variables ?? {} }
    const invalid = findInvalidVariables(schema, given, errorsMax)
    if (invalid.length > 0) return { kind: 'refused', errors: invalid }
    checkCost(schema, given)
    return { kind: 'ready', document, operation }
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return { kind: 'refused', errors: [thrown] }
    const cause = thrown instanceof Error ? thrown : undefined
    return { kind: 'refused', errors: [new GraphQLError('refused', cause ? { originalError: cause } : {})] }
  }
}

function parseWithinLimits(query: string): DocumentNode {
  const document = parse(query, parseLimits)
  checkDocumentSize(document)
  return document
}

function checkCost(
  schema: GraphQLSchema,
  given: {
    document: DocumentNode
    operation: OperationDefinitionNode
    variables: Readonly<Record<string, unknown>>
  },
): void {
  const fragments = given.document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  )
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
  const cost = costOfOperation(schema, { ...given, fragments: byName })
  if (cost > costMax) throw tooExpensive(`has an estimated cost of ${cost}; the limit is ${costMax}`)
}

/** Names of the requested operations, for the log. Their arguments are never logged. */
export function rootFields({ selectionSet }: OperationDefinitionNode): string[] {
  return selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : '…',
  )
}
