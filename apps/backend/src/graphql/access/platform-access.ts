// Access to what only super admins read and change: companies as customers, users, models and the platform's own work.
import { asParent } from './as-parent.ts'

export const platformQueries = {
  companies: 'superAdmin',
  companyOverview: 'superAdmin',
  platformAuditLog: 'superAdmin',
  users: 'superAdmin',
} as const

export const platformMutations = {
  endUserSessions: 'superAdmin',
  setSuperAdmin: 'superAdmin',
} as const

export const platformAccess = {
  CompanyConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  CompanyOverview: asParent(
    'admins',
    'company',
    'documents',
    'jobs',
    'lastCallAt',
    'parkedCalls',
    'planName',
    'providerCustomerId',
    'subscriptionStatus',
    'talents',
  ),
  CompanySummary: asParent(
    'balance',
    'billingMode',
    'createdAt',
    'id',
    'keys',
    'members',
    'name',
    'spend30d',
    'state',
    'suspendedAt',
    'suspensionReason',
  ),
  UserAccount: asParent(
    'canLogIn',
    'companies',
    'createdAt',
    'email',
    'id',
    'isSuperAdmin',
    'lastLoginAt',
    'openSessions',
  ),
  UserAccountConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
} as const
