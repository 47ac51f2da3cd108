// The faults that callers get when a key cannot be changed or checked.
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    keys:
      | 'keys.allowlist'
      | 'keys.company_not_found'
      | 'keys.creator'
      | 'keys.expiry'
      | 'keys.limit'
      | 'keys.monthly_cap'
      | 'keys.name'
      | 'keys.not_found'
      | 'keys.not_live'
      | 'keys.scopes'
      | 'keys.unavailable'
  }
}

/** `input` is the setting that is invalid. */
export function invalidKey(
  code: FaultCode,
  { input, message }: { input: string; message: string },
  cause?: unknown,
): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage: message, input, cause })
}

export function companyNotFound(cause: unknown): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'keys.company_not_found',
    publicMessage: 'There is no such company.',
    cause,
  })
}

/** Also for a key of another company, so that its existence is not revealed. */
export function keyNotFound(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'keys.not_found',
    publicMessage: 'The company has no such key.',
  })
}

export function keyNotLive(status: 'revoked' | 'expired', wanted: 'changed' | 'rotated'): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'keys.not_live',
    publicMessage: `The key is ${status}, so it cannot be ${wanted}. Create another one.`,
  })
}

/** The key could not be looked up, so it must not be rejected as invalid. */
export function keysUnavailable(cause: unknown): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'keys.unavailable',
    publicMessage: 'Keys cannot be checked at the moment. Try again shortly.',
    cause,
    retryAfterMs: 1_000,
  })
}
