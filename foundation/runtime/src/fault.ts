// What went wrong, in terms of the domain. A fault knows neither HTTP nor GraphQL: each interface of a service
// translates it with one exhaustive table (`fault-response.ts`, `error-envelope.ts`, `fault-extensions.ts`).
export type FaultKind =
  | 'invalid'
  | 'unauthenticated'
  | 'denied'
  | 'not_found'
  | 'conflict'
  | 'exhausted'
  | 'unavailable'
  | 'internal'

/**
 * The codes that a fault may carry, by the package that makes it. Each package registers its own in the file that makes
 * its faults:
 *
 *     declare module '@gatehouse/runtime/fault' {
 *       interface FaultCodes {
 *         mail: 'mail.deferred' | 'mail.secret_missing'
 *       }
 *     }
 *
 * A code that no package has registered does not compile.
 */
export interface FaultCodes {
  runtime: 'internal.assertion' | 'internal.unexpected' | 'runtime.circuit_open' | 'runtime.deadline_passed'
}

/** `area.what`, in lower case: stable, for machines and dashboards. */
export type FaultCode = FaultCodes[keyof FaultCodes]

export type FaultDetails = {
  kind: FaultKind
  code: FaultCode
  /** The only text a caller ever sees. It says what to do next. */
  publicMessage: string
  /** Path of the caller's input that is invalid, such as `input.rpmLimit`, if the fault is about one input. */
  input?: string
  /** Values that the caller needs in order to continue, such as the token of a next step. Sent with the message. */
  publicDetails?: Readonly<Record<string, unknown>>
  /** For operators: logged, never sent. */
  context?: Readonly<Record<string, unknown>>
  cause?: unknown
  /** How long a caller should wait. If it is absent on an `exhausted` fault, waiting does not help. */
  retryAfterMs?: number
  /** The work may have been done although no answer arrived, so only a caller that can detect a duplicate may retry. */
  isOutcomeUnknown?: boolean
}

export class Fault extends Error {
  override readonly name = 'Fault'
  readonly kind: FaultKind
  readonly code: FaultCode
  readonly publicMessage: string
  readonly input: string | undefined
  readonly publicDetails: Readonly<Record<string, unknown>> | undefined
  readonly context: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined
  readonly isOutcomeUnknown: boolean

  constructor(details: FaultDetails) {
    super(`${details.code}: ${details.publicMessage}`, { cause: details.cause })
    this.kind = details.kind
    this.code = details.code
    this.publicMessage = details.publicMessage
    this.input = details.input
    this.publicDetails = details.publicDetails
    this.context = details.context ?? {}
    this.retryAfterMs = details.retryAfterMs
    this.isOutcomeUnknown = details.isOutcomeUnknown ?? false
  }
}

/** Turns anything thrown into a fault; an unforeseen error becomes `internal`, with a message that reveals nothing. */
export function toFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown
  return new Fault({
    kind: 'internal',
    code: 'internal.unexpected',
    publicMessage: 'Something went wrong on our side. Quote the request id when you contact us.',
    cause: thrown,
  })
}

// Workers, breakers and clients all take retryability from this table, so that they agree.
const retryability = {
  invalid: 'never',
  unauthenticated: 'never',
  denied: 'never',
  not_found: 'never',
  conflict: 'with-delay',
  exhausted: 'with-delay',
  unavailable: 'always',
  internal: 'never',
} as const satisfies Record<FaultKind, 'never' | 'with-delay' | 'always'>

export function isRetryable(fault: Fault): boolean {
  if (fault.isOutcomeUnknown) return false
  const rule = retryability[fault.kind]
  return rule === 'always' || (rule === 'with-delay' && fault.retryAfterMs !== undefined)
}
