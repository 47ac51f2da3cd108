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

/** Not `unauthenticated`: who asks is logged in, and need not log in again. */
export function wrongPassword(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.wrong_password',
    publicMessage: 'The current password is wrong.',
  })
}

export function alreadyMember(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.already_member',
    publicMessage:
      'Somebody with this e-mail address belongs to the company already. Change their role instead.',
  })
}

export function unknownMember(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.member_unknown',
    publicMessage: 'Nobody with this id belongs to the company.',
  })
}

export function lastAdmin(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.last_admin',
    publicMessage: 'A company needs an admin, and this is the last one. Make somebody else an admin first.',
  })
}

export function unknownInvitation(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.invitation_unknown',
    publicMessage: 'The company has no such open invitation.',
  })
}

/** Used, revoked, replaced, expired or made up: the holder of the link can do the same about it. */
export function invitationOver(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.invitation_over',
    publicMessage: 'This invitation is not valid any more. Ask for another one.',
  })
}

export function tooManyInvitations(retryAfterMs: number): Fault {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000))
  return new Fault({
    kind: 'exhausted',
    code: 'identity.too_many_invitations',
    publicMessage: `The company has sent too many invitations. The next one is possible in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterMs,
  })
}
