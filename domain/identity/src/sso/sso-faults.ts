// Faults of single sign-on. The browser is sent back to the login page with the code, so each code has one remedy.
import { Fault, type FaultCode } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    sso:
      | 'sso.attempt_over'
      | 'sso.domain'
      | 'sso.domain_taken'
      | 'sso.domain_unknown'
      | 'sso.email_managed'
      | 'sso.email_not_verified'
      | 'sso.email_outside_domains'
      | 'sso.identity_changed'
      | 'sso.issuer'
      | 'sso.not_configured'
      | 'sso.not_tried'
      | 'sso.provider_failed'
      | 'sso.required'
      | 'sso.secret_missing'
      | 'sso.super_admin'
      | 'sso.too_many_domains'
  }
}

/** Thrown after a correct password, so it reveals nothing to others. */
export function ssoRequired(): Fault {
  return denied(
    'sso.required',
    'Your company requires single sign-on. Log in through your company instead of a password.',
  )
}

/** With another address, the user would escape the enforcement. */
export function emailManaged(): Fault {
  return denied(
    'sso.email_managed',
    'Your company requires single sign-on, so your e-mail address is managed by your company. Ask an admin of the company.',
  )
}

/** The same for an unknown, used, expired or foreign attempt: the remedy is the same. */
export function attemptOver(): Fault {
  return denied(
    'sso.attempt_over',
    'This login was started in another browser, was already used, or took too long. Start again.',
  )
}

export function notConfigured(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'sso.not_configured',
    publicMessage: 'There is no single sign-on for this domain. Log in with your password.',
  })
}

export function emailNotVerified(): Fault {
  return denied(
    'sso.email_not_verified',
    'The provider does not confirm your e-mail address. Ask your administrator to have it verified there.',
  )
}

export function emailOutsideDomains(): Fault {
  return denied(
    'sso.email_outside_domains',
    'Your e-mail address does not belong to a confirmed domain of the company. Log in with your password, or ask an admin of the company.',
  )
}

export function identityChanged(): Fault {
  return denied(
    'sso.identity_changed',
    'This account belongs to another person at the provider. Ask an admin of the company to remove the former member first.',
  )
}

export function noSuperAdmins(): Fault {
  return denied('sso.super_admin', 'Super admins cannot use single sign-on. Log in with your password.')
}

/** `reason` is for operators: a provider's text may be anything. */
export function providerFailed(reason: string, cause?: unknown): Fault {
  return new Fault({
    kind: 'denied',
    code: 'sso.provider_failed',
    publicMessage:
      'The provider did not confirm the login. Start again; if this repeats, ask an admin of the company to check the settings of single sign-on.',
    context: { reason },
    cause,
  })
}

export function invalidIssuer(message: string): Fault {
  return new Fault({ kind: 'invalid', code: 'sso.issuer', publicMessage: message, input: 'issuer' })
}

export function invalidDomain(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'sso.domain',
    publicMessage: 'This is not a domain of e-mail addresses. Write it as example.com, without @.',
    input: 'domain',
  })
}

export function unknownDomain(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'sso.domain_unknown',
    publicMessage: 'The company has not claimed this domain.',
  })
}

export function domainTaken(cause?: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'sso.domain_taken',
    publicMessage: 'This domain is confirmed for another company, which has to release it first.',
    cause,
  })
}

export function tooManyDomains(domainsMax: number): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'sso.too_many_domains',
    publicMessage: `A company can claim ${domainsMax} domains. Release one first.`,
  })
}

export function unknownConnection(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'sso.not_configured',
    publicMessage: 'The company has no single sign-on. Set it first.',
  })
}

export function notTried(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'sso.not_tried',
    publicMessage:
      'No one has logged in through this provider yet. Log in through it once, so that its members are not locked out.',
  })
}

export function ssoSecretMissing(publicMessage: string): Fault {
  return new Fault({ kind: 'unavailable', code: 'sso.secret_missing', publicMessage })
}

function denied(code: FaultCode, publicMessage: string): Fault {
  return new Fault({ kind: 'denied', code, publicMessage })
}
