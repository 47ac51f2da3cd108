import { type GraphQLError, OperationTypeNode, execute } from 'graphql'
import { type FormattedError, formatError } from './format-error.ts'
import { badRequest } from './graphql-faults.ts'
import type { OperationContext } from './operation-context.ts'
import { type DocumentRules, type GraphqlRequest, prepareDocument, rootFields } from './prepare-document.ts'

export type GraphqlAnswer = {
  /** `refused`: no resolver ran. */
  kind: 'executed' | 'refused'
  body: { data?: unknown; errors?: readonly FormattedError[] }
  fields: readonly string[]
}

export async function executeRequest(
  rules: DocumentRules,
  request: GraphqlRequest,
  context: OperationContext,
): Promise<GraphqlAnswer> {
  const refuse = (errors: readonly GraphQLError[]): GraphqlAnswer => ({
    kind: 'refused',
    body: { errors: errors.map((error) => formatError(error, context)) },
    fields: [],
  })
  const prepared = prepareDocument(rules, request, (kind) =>
    kind === OperationTypeNode.SUBSCRIPTION
      ? badRequest('Send subscriptions over a WebSocket at the same path.')
      : undefined,
  )
  if (prepared.kind === 'refused') return refuse(prepared.errors)
  const { data, errors } = await execute({
    schema: rules.schema,
    document: prepared.document,
    variableValues: request.variables ?? {},
    operationName: request.operationName ?? null,
    contextValue: context,
  })
  // The result has no data if execution never started, for example because of an invalid variable.
  if (data === undefined) return refuse(errors ?? [])
  return {
    kind: 'executed',
    body: { data, ...(errors && { errors: errors.map((error) => formatError(error, context)) }) },
    fields: rootFields(prepared.operation),
  }
}
