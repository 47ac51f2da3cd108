export type GatewayFaultDetails = {
  /** unreachable: no answer, or none that the browser lets the page read. broken: a stream that ended too early. */
  kind: 'unreachable' | 'refused' | 'broken'
  status?: number | undefined
  code?: string | undefined
  requestId?: string | undefined
  retryAfterS?: number | undefined
}

/** Why the gateway did not answer a request completely. The message is the gateway's own, which says what to do. */
export class GatewayFault extends Error {
  readonly kind: GatewayFaultDetails['kind']
  readonly status: number | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined

  constructor(message: string, given: GatewayFaultDetails) {
    super(message)
    this.name = 'GatewayFault'
    this.kind = given.kind
    this.status = given.status
    this.code = given.code
    this.requestId = given.requestId
    this.retryAfterS = given.retryAfterS
  }
}

type ErrorEnvelope = { error?: { message?: unknown; code?: unknown } }

/** The fault in an error body or error frame. */
export function readFault(envelope: unknown, given: GatewayFaultDetails): GatewayFault {
  const { error } = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as ErrorEnvelope
  const message = typeof error?.message === 'string' ? withoutLink(error.message) : ''
  const code = typeof error?.code === 'string' ? error.code : undefined
  return new GatewayFault(message, { ...given, code })
}

/** Messages for programs end with the address of the console, which the person already sees. */
function withoutLink(message: string): string {
  return message.replace(/ Console: \S+$/, '')
}
