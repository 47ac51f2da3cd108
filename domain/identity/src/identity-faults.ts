// Faults of logins and members. Those of a failed login do not reveal whether an account exists.
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    identity:
      | 'identity.already_member'
      | 'identity.busy'
      | 'identity.email'
      | 'identity.email_taken'
      | 'identity.invitation_over'
      | 'identity.invitation_unknown'
      | 'identity.last_admin'
      | 'identity.link_over'
      | 'identity.last_super_admin'
      | 'identity.member_unknown'
      | 'identity.password'
      | 'identity.password_missing'
      | 'identity.recent_login_required'
      | 'identity.session_over'
      | 'identity.session_required'
      | 'identity.session_unknown'
      | 'identity.too_many_attempts'
      | 'identity.too_many_invitations'
      | 'identity.user_unknown'
      | 'identity.wrong_credentials'
      | 'identity.wrong_password'
  }
}

/** Also used for an unknown address and for a user without a password. */
export function wrongCredentials(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.wrong_credentials',
    publicMessage: 'The e-mail address or the password is wrong.',
  })
}

/** The link of an invitation must not set the password of an account: super admins see such links. */
export function passwordMissing(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.password_missing',
    publicMessage:
      'Your account has no password yet. Choose “Forgot password?” on the login page to set one, and then open this link again.',
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

/** Also used for a reused token: a thief must not learn that the reuse was detected. */
export function sessionOver(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.session_over',
    publicMessage: 'The session has ended. Log in again.',
  })
}

export function unknownSession(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.session_unknown',
    publicMessage: 'You have no open session with this id.',
  })
}

export function tooManyLogins(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'identity.busy',
    publicMessage: 'Too many logins are in progress. Try again shortly.',
    retryAfterMs: 1_000,
  })
}

/** `input` is the invalid value. */
export function invalidUser(
  code: FaultCode,
  { input, message }: { input: string; message: string },
  cause?: unknown,
): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage: message, input, cause })
}

export function emailTaken(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.email_taken',
    publicMessage: 'This e-mail address is already in use.',
    cause,
  })
}

/** Not `unauthenticated`: the user is logged in and need not log in again. */
export function wrongPassword(input = 'currentPassword'): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.wrong_password',
    publicMessage: 'The current password is wrong.',
    input,
  })
}

export function alreadyMember(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.already_member',
    publicMessage: 'A member of the company already has this e-mail address. Change their role instead.',
  })
}

export function unknownMember(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.member_unknown',
    publicMessage: 'The company has no member with this id.',
  })
}

export function lastAdmin(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.last_admin',
    publicMessage: 'A company needs an admin, and this is the last one. Make another member an admin first.',
  })
}

export function lastSuperAdmin(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.last_super_admin',
    publicMessage: 'This is the last super admin. Make another user a super admin first.',
  })
}

export function unknownUser(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.user_unknown',
    publicMessage: 'No user has this id.',
  })
}

export function unknownInvitation(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.invitation_unknown',
    publicMessage: 'The company has no such open invitation.',
  })
}

/** The invitation was used, revoked or replaced, has expired, or is invalid: the remedy is the same in every case. */
export function invitationOver(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.invitation_over',
    publicMessage: 'This invitation is no longer valid. Ask for a new one.',
  })
}

export function tooManyInvitations(retryAfterMs: number): Fault {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000))
  return new Fault({
    kind: 'exhausted',
    code: 'identity.too_many_invitations',
    publicMessage: `The company has sent too many invitations. You can send the next one in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    retryAfterMs,
  })
}

/** The link was used or replaced, has expired, or is invalid: the remedy is the same in every case. */
export function linkOver(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.link_over',
    publicMessage: 'This link is no longer valid. Request a new one.',
  })
}

/** A console asks for the password or a passkey, sends `reauthenticate` and repeats the request. */
export function recentLoginRequired(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'identity.recent_login_required',
    publicMessage:
      'Confirm your password with reauthenticate, or use a passkey with beginPasskeyReauthentication, then send this again with the session cookie.',
  })
}

export function sessionRequired(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'identity.session_required',
    publicMessage: 'This needs the session cookie of your login. Log in again, and send it.',
  })
}
