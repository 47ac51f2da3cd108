// Access to what users read and change about their own accounts.
import { asParent } from './as-parent.ts'

export const accountQueries = {
  secondFactors: 'account',
  sessions: 'user',
} as const

export const accountMutations = {
  // Authorised by the challenge of the first step.
  completeLogin: 'anyone',
  confirmTotp: 'account',
  disableTotp: 'user',
  endOtherSessions: 'user',
  endSession: 'user',
  renewRecoveryCodes: 'user',
  setUpTotp: 'account',
} as const

export const accountAccess = {
  NewTotp: asParent('secret', 'uri'),
  SecondFactors: asParent('isRequired', 'recoveryCodesLeft', 'totpSince'),
  LoginSession: asParent('address', 'createdAt', 'expiresAt', 'id', 'isCurrent', 'lastUsedAt', 'userAgent'),
  LoginSessionConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
} as const
