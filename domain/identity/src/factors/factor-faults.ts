// Faults of second factors.
import { Fault } from '@gatehouse/runtime/fault'
import type { Secret } from '@gatehouse/runtime/secret'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    factors:
      | 'identity.challenge_over'
      | 'identity.code_required'
      | 'identity.factor_required'
      | 'identity.factor_secret_missing'
      | 'identity.second_factor_required'
      | 'identity.totp_active'
      | 'identity.totp_not_set_up'
      | 'identity.wrong_code'
  }
}

export type FactorMethod = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE'

export type LoginChallenge = { token: Secret; expiresAt: Date; methods: readonly FactorMethod[] }

/** The password was right. The details are what the client needs for the second step. */
export function secondFactorRequired({ token, expiresAt, methods }: LoginChallenge): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.second_factor_required',
    publicMessage:
      'Confirm the login with a second factor: send its code with completeLogin, or use a passkey with beginPasskeyLogin.',
    publicDetails: { challenge: token.reveal(), expiresAt: expiresAt.toISOString(), methods },
  })
}

/** Also used for a challenge that never existed. */
export function challengeOver(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'identity.challenge_over',
    publicMessage: 'This login has expired or was completed already. Log in again.',
  })
}

/** Also used for a code that was used before. */
export function wrongCode(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.wrong_code',
    publicMessage: 'The code is wrong or was used before. Enter the next code that the app shows.',
    input: 'code',
  })
}

/** The user is logged in and the password was right, but it is not enough for this. */
export function codeRequired(methods: readonly FactorMethod[]): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'identity.code_required',
    publicMessage: 'Your account has a second factor. Send its code, or a recovery code, with the password.',
    input: 'code',
    publicDetails: { methods },
  })
}

export function totpActive(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.totp_active',
    publicMessage: 'An authenticator app is set up already. Disable it first to use another one.',
  })
}

export function totpNotSetUp(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'identity.totp_not_set_up',
    publicMessage: 'No authenticator app is waiting to be confirmed. Start with setUpTotp.',
  })
}

export function factorRequired(): Fault {
  return new Fault({
    kind: 'denied',
    code: 'identity.factor_required',
    publicMessage:
      'Super admins need a second factor. Set one up with setUpTotp or beginPasskeyRegistration, then try again.',
  })
}

export function factorSecretMissing(publicMessage: string): Fault {
  return new Fault({ kind: 'unavailable', code: 'identity.factor_secret_missing', publicMessage })
}
