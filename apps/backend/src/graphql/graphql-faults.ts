// What can be wrong with a GraphQL request apart from what its operations do.
import { Fault } from '@gatehouse/runtime/fault'

export function tokenRequired(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'graphql.token_required',
    publicMessage: 'This needs a valid access token: log in and send it as Authorization: Bearer.',
  })
}

export function notAllowed(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'graphql.not_allowed',
    publicMessage: 'Your role does not allow this.',
  })
}

/** Also for a company of others: that it exists is their business. */
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

export function badRequest(publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'graphql.bad_request', publicMessage })
}

export function tooExpensive(what: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'graphql.too_expensive',
    publicMessage: `The document ${what}. Ask for less, or in several requests.`,
  })
}
