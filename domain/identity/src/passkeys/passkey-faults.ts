// Faults of passkeys.
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    passkeys:
      | 'identity.passkey_challenge_over'
      | 'identity.passkey_cloned'
      | 'identity.passkey_exists'
      | 'identity.passkey_name'
      | 'identity.passkey_not_verified'
      | 'identity.passkey_refused'
      | 'identity.passkey_unknown'
      | 'identity.passkeys_unavailable'
      | 'identity.too_many_passkeys'
  }
}

/** Also used for a challenge that was made for another purpose, user, session or login. */
export function passkeyChallengeOver(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.passkey_challenge_over',
    publicMessage: 'This passkey request has expired or was answered already. Start again.',
    input: 'response',
  })
}

/** The reason is only for operators: it may quote what the browser sent. */
export function passkeyRefused(reason: string, cause?: unknown): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.passkey_refused',
    publicMessage:
      'The answer of the passkey is not valid for this site and this request. Start again in the console.',
    input: 'response',
    context: { reason },
    cause,
  })
}

export function passkeyNotVerified(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.passkey_not_verified',
    publicMessage:
      'The passkey did not verify who uses it. Unlock it by PIN, fingerprint or face, or log in with your password first.',
    input: 'response',
  })
}

/** Also used for the passkey of another user. */
export function passkeyNotKnown(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.passkey_unknown',
    publicMessage: 'This passkey is not registered for your account. Use another one, or log in another way.',
    input: 'response',
  })
}

export function unknownPasskey(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'identity.passkey_unknown',
    publicMessage: 'You have no passkey with this id.',
  })
}

export function passkeyCloned(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'identity.passkey_cloned',
    publicMessage:
      'This passkey counts fewer uses than it had before, so a copy of it may exist. Log in another way and delete it.',
  })
}

export function passkeyExists(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.passkey_exists',
    publicMessage: 'This passkey is registered already.',
    cause,
  })
}

export function tooManyPasskeys(passkeysMax: number): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.too_many_passkeys',
    publicMessage: `You have ${passkeysMax} passkeys, which is the maximum. Delete one first.`,
  })
}

export function invalidPasskeyName(lengthMax: number): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.passkey_name',
    publicMessage: `The name of a passkey has 1 to ${lengthMax} characters.`,
    input: 'name',
  })
}

export function passkeysUnavailable(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'identity.passkeys_unavailable',
    publicMessage:
      'Passkeys are unavailable: set CONSOLE_URL to an https address with a domain, or set PASSKEY_ORIGINS.',
  })
}
