// Access to what users read and change about their own accounts.
import { asParent } from './as-parent.ts'

export const accountQueries = {
  sessions: 'user',
} as const

export const accountMutations = {
  endOtherSessions: 'user',
  endSession: 'user',
} as const

export const accountAccess = {
  LoginSession: asParent('address', 'createdAt', 'expiresAt', 'id', 'isCurrent', 'lastUsedAt', 'userAgent'),
  LoginSessionConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
} as const
