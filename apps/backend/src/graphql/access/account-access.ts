// Access to what users read and change about their own accounts, and to how users of a company log in.
import { asParent } from './as-parent.ts'

export const accountQueries = {
  passkeys: 'account',
  secondFactors: 'account',
  sessions: 'user',
  singleSignOn: 'companyAdmin',
} as const

export const accountMutations = {
  // Authorised by the challenge of the first step.
  completeLogin: 'anyone',
  // Authorised by the challenge of the first step, or by the passkey.
  beginPasskeyLogin: 'anyone',
  finishPasskeyLogin: 'anyone',
  beginPasskeyReauthentication: 'user',
  beginPasskeyRegistration: 'account',
  confirmTotp: 'account',
  deletePasskey: 'user',
  disableTotp: 'user',
  finishPasskeyReauthentication: 'user',
  finishPasskeyRegistration: 'account',
  // Authorised by the token of the mailed link.
  confirmEmailChange: 'anyone',
  resetPassword: 'anyone',
  // For users who cannot log in.
  requestPasswordReset: 'anyone',
  reauthenticate: 'account',
  renamePasskey: 'user',
  requestEmailChange: 'user',
  endOtherSessions: 'user',
  endSession: 'user',
  renewRecoveryCodes: 'user',
  setUpTotp: 'account',
  claimSingleSignOnDomain: 'companyAdmin',
  confirmSingleSignOnDomain: 'superAdmin',
  enforceSingleSignOn: 'companyAdmin',
  releaseSingleSignOnDomain: 'companyAdmin',
  removeSingleSignOn: 'companyAdmin',
  setSingleSignOn: 'companyAdmin',
} as const

export const accountAccess = {
  NewTotp: asParent('secret', 'uri'),
  NewPasskey: asParent('passkey', 'recoveryCodes'),
  Passkey: asParent('createdAt', 'id', 'isBackedUp', 'lastUsedAt', 'name'),
  PasskeyRequest: asParent('expiresAt', 'options'),
  SecondFactors: asParent('isRequired', 'passkeyCount', 'recoveryCodesLeft', 'totpSince'),
  LoginSession: asParent('address', 'createdAt', 'expiresAt', 'id', 'isCurrent', 'lastUsedAt', 'userAgent'),
  LoginSessionConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  SingleSignOn: asParent('domains', 'isEnforced', 'provider', 'redirectUri'),
  SingleSignOnDomain: asParent('claimedAt', 'confirmedAt', 'domain'),
  SingleSignOnProvider: asParent('clientId', 'createdAt', 'issuer', 'updatedAt'),
} as const
