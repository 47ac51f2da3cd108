// Formats an error for the caller. Faults that an operation threw on purpose are mapped by the table of fault kinds;
// any other error during execution is masked, because its text may contain a row, a query or a secret.
import { type FaultKind, Fault, toFault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'

export type ErrorOrigin = { requestId: string; logger: Logger }

export type FormattedError = GraphQLFormattedError & { extensions: FaultExtensions }

export function formatError(error: GraphQLError, { requestId, logger }: ErrorOrigin): FormattedError {
  const fault = findFault(error)
  if (fault.kind === 'internal')
    logger.error('operation failed unexpectedly', { error: fault.cause ?? fault })
  else if (fault.kind === 'unavailable') logger.warn('operation unavailable', { error: fault })
  return {
    message: fault.publicMessage,
    ...(error.locations ? { locations: error.locations } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: toFaultExtensions(fault, requestId),
  }
}

function findFault(error: GraphQLError): Fault {
  const { originalError } = error
  if (originalError instanceof Fault) return originalError
  // Syntax, validation and variable errors have no path and describe the caller's own document. An error with a path
  // happened during execution.
  if (!originalError && !error.path)
    return new Fault({ kind: 'invalid', code: 'graphql.invalid', publicMessage: error.message })
  return toFault(originalError ?? error)
}

const codeByKind = {
  invalid: 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  denied: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  exhausted: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL',
} as const satisfies Record<FaultKind, string>

export type FaultExtensions = {
  code: (typeof codeByKind)[FaultKind]
  fault: string
  request_id: string
  /** Path of the invalid input, such as `first` or `input.rpmLimit`. */
  input?: string
  /** Values that the caller needs in order to continue, such as the challenge of a login's second step. */
  details?: Readonly<Record<string, unknown>>
  /** Time after which the same request can succeed, if known. */
  retry_after_ms?: number
}

/**
 * Converts a fault to the `extensions` of a GraphQL error: the documented code, our more specific code and the request
 * id.
 */
export function toFaultExtensions(fault: Fault, requestId: string): FaultExtensions {
  return {
    code: codeByKind[fault.kind],
    fault: fault.code,
    request_id: requestId,
    ...(fault.input !== undefined && { input: fault.input }),
    ...(fault.publicDetails !== undefined && { details: fault.publicDetails }),
    ...(fault.retryAfterMs !== undefined && { retry_after_ms: fault.retryAfterMs }),
  }
}
