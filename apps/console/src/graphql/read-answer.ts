// Reads the body of a GraphQL answer. The backend is ours, but a proxy in between may answer with its own page, so the
// body is checked before it is believed.
import { ConsoleFault, type FaultCode } from './console-fault.ts'

type WireError = { message?: unknown; extensions?: Readonly<Record<string, unknown>> }

const codes = {
  BAD_USER_INPUT: true,
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  RATE_LIMITED: true,
  UNAVAILABLE: true,
  INTERNAL: true,
} satisfies Record<Exclude<FaultCode, 'OFFLINE' | 'UNREADABLE'>, true>

export type Answer = {
  data: Readonly<Record<string, unknown>>
  /** Fields that are null because something failed, while the rest of the answer is there. */
  partial: readonly ConsoleFault[]
}

/** Throws the first error if the answer has no data at all. */
export function readAnswer(body: unknown): Answer {
  if (!isRecord(body)) throw unreadable()
  const { data, errors } = body
  const faults = Array.isArray(errors) ? errors.map((error) => readError(error as WireError)) : []
  if (isRecord(data)) return { data, partial: faults }
  throw faults[0] ?? unreadable()
}

function readError({ message, extensions = {} }: WireError): ConsoleFault {
  const { code, fault, request_id: requestId, input, details, retry_after_ms: retryAfterMs } = extensions
  return new ConsoleFault(typeof message === 'string' ? message : '', {
    code: typeof code === 'string' && Object.hasOwn(codes, code) ? (code as keyof typeof codes) : 'INTERNAL',
    fault: textOrNothing(fault),
    requestId: textOrNothing(requestId),
    input: textOrNothing(input),
    details: isRecord(details) ? details : undefined,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
  })
}

export function unreadable(): ConsoleFault {
  return new ConsoleFault('', { code: 'UNREADABLE' })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
