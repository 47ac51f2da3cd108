// Faults of a GraphQL request as such, as opposed to faults that its operations throw.
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    backend:
      | 'ai_service.bad_query'
      | 'ai_service.not_configured'
      | 'ai_service.odd_answer'
      | 'ai_service.refused'
      | 'ai_service.unreachable'
      | 'console.no_file'
      | 'documents.bad_query'
      | 'documents.no_store'
      | 'documents.refused'
      | 'documents.too_many'
      | 'graphql.bad_request'
      | 'graphql.company_not_found'
      | 'graphql.id_unknown'
      | 'graphql.invalid'
      | 'graphql.not_allowed'
      | 'graphql.token_required'
      | 'graphql.too_expensive'
      | 'http.too_many_requests'
  }
}

export function tokenRequired(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'graphql.token_required',
    publicMessage: 'This needs a valid access token: log in, then send the token as Authorization: Bearer.',
  })
}

export function notAllowed(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'graphql.not_allowed',
    publicMessage: 'Your role does not allow this.',
  })
}

/**
 * Also used for a company that exists but to which the caller does not belong, so that its existence is not revealed.
 */
export function companyNotFound(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'graphql.company_not_found',
    publicMessage: 'There is no such company.',
  })
}

export function unknownId(): Fault {
  return new Fault({ kind: 'not_found', code: 'graphql.id_unknown', publicMessage: 'Nothing has this id.' })
}

/** `input` is the path of the invalid input, such as `first` or `input.rpmLimit`. */
export function badRequest(publicMessage: string, input?: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'graphql.bad_request',
    publicMessage,
    ...(input !== undefined && { input }),
  })
}

export function tooExpensive(what: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'graphql.too_expensive',
    publicMessage: `The document ${what}. Request less, or split it into several requests.`,
  })
}
