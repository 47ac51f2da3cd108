// Faults of a request that are found before any route runs.
import type { IncomingMessage } from 'node:http'
import { Fault, toFault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    http:
      | 'http.body_invalid'
      | 'http.body_too_large'
      | 'http.client_gone'
      | 'http.draining'
      | 'http.head_ambiguous'
      | 'http.head_too_large'
      | 'http.malformed'
      | 'http.media_type_unsupported'
      | 'http.method_not_allowed'
      | 'http.path_invalid'
      | 'http.path_too_long'
      | 'http.request_too_slow'
      | 'http.route_unknown'
  }
}

export function unknownRoute(method: string, path: string): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'http.route_unknown',
    publicMessage: `There is no route ${method} ${path}.`,
    context: { path },
  })
}

export function methodNotAllowed(method: string, path: string, allowedMethods: readonly string[]): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'http.method_not_allowed',
    publicMessage: `${path} does not take ${method}. Use ${allowedMethods.join(' or ')}.`,
    context: { allowedMethods },
  })
}

export function draining(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'http.draining',
    publicMessage: 'This instance is shutting down. Send the request again.',
    retryAfterMs: 250,
  })
}

export function ambiguousHead(reason: string): Fault {
  return new Fault({ kind: 'invalid', code: 'http.head_ambiguous', publicMessage: reason })
}

/** Whether the error only means that the client disconnected while sending. */
export function isClientGone(thrown: unknown, request: IncomingMessage): boolean {
  return request.destroyed && !request.complete && errorCode(thrown) === 'ECONNRESET'
}

/** This fault never reaches the client; it exists for the log and the metrics. */
export function clientGone(cause: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'http.client_gone',
    publicMessage: 'The request body was not sent completely.',
    cause,
  })
}

/** The message names the limit, which the framework's own error does not contain. */
export function bodyTooLarge(limitBytes: number): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'http.body_too_large',
    publicMessage: `The request body is larger than ${Math.floor(limitBytes / 1_048_576)} MiB.`,
  })
}

const byFrameworkCode: Readonly<Record<string, (cause: unknown) => Fault>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new Fault({
      kind: 'invalid',
      code: 'http.body_too_large',
      publicMessage: 'The request body is too large.',
      cause,
    }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    new Fault({
      kind: 'invalid',
      code: 'http.media_type_unsupported',
      publicMessage: 'The content-type of the request is not supported here.',
      cause,
    }),
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidBody,
  FST_ERR_CTP_INVALID_JSON_BODY: invalidBody,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidBody,
  FST_ERR_NOT_FOUND: (cause) =>
    new Fault({
      kind: 'not_found',
      code: 'http.route_unknown',
      publicMessage: 'There is no such route.',
      cause,
    }),
  FST_ERR_BAD_URL: (cause) =>
    new Fault({
      kind: 'invalid',
      code: 'http.path_invalid',
      publicMessage: 'The path of the request is not valid. Check its percent-encoding.',
      cause,
    }),
  FST_ERR_MAX_PARAM_LENGTH: (cause) =>
    new Fault({
      kind: 'invalid',
      code: 'http.path_too_long',
      publicMessage: 'A segment of the path is too long. Check the id in it.',
      cause,
    }),
}

function invalidBody(cause: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'http.body_invalid',
    publicMessage: 'The request body is not valid JSON, or its length differs from the content-length.',
    cause,
  })
}

/** Translates errors of the HTTP framework into our faults; any other error goes through `toFault`. */
export function fromThrown(thrown: unknown): Fault {
  return byFrameworkCode[errorCode(thrown)]?.(thrown) ?? toFault(thrown)
}

function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

/** Translates Node's error code for bytes that the parser rejected before there was a request. */
export function fromParserError(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Fault({
      kind: 'invalid',
      code: 'http.head_too_large',
      publicMessage: 'The request head is larger than 16 KiB.',
    })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Fault({
      kind: 'invalid',
      code: 'http.request_too_slow',
      publicMessage: 'The request did not arrive in time.',
    })
  }
  return new Fault({
    kind: 'invalid',
    code: 'http.malformed',
    publicMessage: 'The request is not valid HTTP/1.1.',
  })
}
