// What can go wrong with a request, as one closed list. The first eight are the codes of the backend's GraphQL errors;
// the last two are what the browser itself finds.
export type FaultCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'OFFLINE'
  | 'UNREADABLE'

export type FaultDetails = {
  code: FaultCode
  /** The backend's more specific code, such as identity.second_factor_required. */
  fault?: string | undefined
  requestId?: string | undefined
  /** Path of the invalid input, such as email or input.rpmLimit. */
  input?: string | undefined
  details?: Readonly<Record<string, unknown>> | undefined
  retryAfterMs?: number | undefined
}

export class ConsoleFault extends Error {
  readonly code: FaultCode
  readonly fault: string | undefined
  readonly requestId: string | undefined
  readonly input: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined

  constructor(message: string, given: FaultDetails) {
    super(message)
    this.name = 'ConsoleFault'
    this.code = given.code
    this.fault = given.fault
    this.requestId = given.requestId
    this.input = given.input
    this.details = given.details ?? {}
    this.retryAfterMs = given.retryAfterMs
  }
}

/** Anything that was thrown, as a fault. A defect of the console itself becomes INTERNAL without a request id. */
export function toConsoleFault(thrown: unknown): ConsoleFault {
  if (thrown instanceof ConsoleFault) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new ConsoleFault(message, { code: 'INTERNAL' })
}
