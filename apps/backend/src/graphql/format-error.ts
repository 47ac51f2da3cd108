// An error as the caller sees it. What an operation threw on purpose is told by the one table of faults; anything else
// that happened while running is masked, because its text may quote a row, a query or a secret.
import { Fault, toFault } from '@gatehouse/runtime/fault'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { type FaultExtensions, toFaultExtensions } from './fault-extensions.ts'

export type ErrorOrigin = { requestId: string; logger: Logger }

export type FormattedError = GraphQLFormattedError & { extensions: FaultExtensions }

export function formatError(error: GraphQLError, { requestId, logger }: ErrorOrigin): FormattedError {
  const fault = findFault(error)
  if (fault.kind === 'internal')
    logger.error('an operation failed unexpectedly', { error: fault.cause ?? fault })
  else if (fault.kind === 'unavailable') logger.warn('an operation could not be served', { error: fault })
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
  // Syntax, validation and variables: about the caller's own text. With a path it happened while running.
  if (!originalError && !error.path)
    return new Fault({ kind: 'invalid', code: 'graphql.invalid', publicMessage: error.message })
  return toFault(originalError ?? error)
}
