// What a refused login means to whoever asked for it. Reasons that would tell an account from none are not told apart.
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'

/** Also for an address that nobody has, and for a user without a password. */
export function wrongCredentials(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.wrong_credentials',
    publicMessage: 'The e-mail address or the password is wrong.',
  })
}

export function tooManyAttempts(retryAfterMs: number): Fault {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000))
  return new Fault({
    kind: 'exhausted',
    code: 'identity.too_many_attempts',
    publicMessage: `There were too many attempts to log in. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterMs,
  })
}

/** Also for a token that was used before: the thief is not told that he was noticed. */
export function sessionOver(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.session_over',
    publicMessage: 'The session is over. Log in again.',
  })
}

export function tooManyLogins(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'identity.busy',
    publicMessage: 'Too many people log in at this moment. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

export function invalidUser(code: FaultCode, publicMessage: string, cause?: unknown): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage, cause })
}

export function emailTaken(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.email_taken',
    publicMessage: 'Somebody has this e-mail address already.',
    cause,
  })
}
