// Access to the fields of the types that describe keys.
import { asParent } from './as-parent.ts'

export const keyAccess = {
  ApiKey: asParent(
    'createdAt',
    'createdBy',
    'createdByEmail',
    'expiresAt',
    'hint',
    'id',
    'lastUsedAt',
    'mayReadCompanyUsage',
    'modelAllowlist',
    'monthlyCreditCap',
    'name',
    'revokedAt',
    'rotatedFromId',
    'rpmLimit',
    'scopes',
    'spentThisMonth',
    'status',
    'tpmLimit',
  ),
  ApiKeyConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  KeyLimits: asParent('requestsLeft', 'resetAt', 'rpmLimit', 'tokensLeft', 'tpmLimit'),
  MintedApiKey: asParent('key', 'rawKey'),
} as const
