// Who may read what: every field of the schema, once. A field that is missing here keeps the backend from starting, and
// a generated test calls every line of it as nobody, a member, an admin of another company, an admin and a super admin.
import type { AccessTable } from './access-level.ts'

export const accessTable = {
  Query: {
    apiKeys: 'companyAdmin',
    company: 'companyAdmin',
    members: 'companyAdmin',
    memberships: 'user',
    whoAmI: 'user',
  },
  Mutation: {
    createApiKey: 'companyAdmin',
    login: 'anyone',
    logout: 'user',
    // By its cookie: who needs it has no valid token.
    refresh: 'anyone',
    revokeApiKey: 'companyAdmin',
    rotateApiKey: 'companyAdmin',
  },
  ApiKey: {
    createdAt: 'asParent',
    createdBy: 'asParent',
    expiresAt: 'asParent',
    hint: 'asParent',
    id: 'asParent',
    lastUsedAt: 'asParent',
    mayReadCompanyUsage: 'asParent',
    modelAllowlist: 'asParent',
    monthlyCreditCap: 'asParent',
    name: 'asParent',
    revokedAt: 'asParent',
    rotatedFromId: 'asParent',
    rpmLimit: 'asParent',
    scopes: 'asParent',
    status: 'asParent',
    tpmLimit: 'asParent',
  },
  Company: { billingMode: 'asParent', createdAt: 'asParent', id: 'asParent', name: 'asParent' },
  Member: { email: 'asParent', role: 'asParent', since: 'asParent', userId: 'asParent' },
  Membership: { companyId: 'asParent', companyName: 'asParent', role: 'asParent' },
  MintedApiKey: { key: 'asParent', rawKey: 'asParent' },
  Session: { accessToken: 'asParent', expiresAt: 'asParent', user: 'asParent' },
  User: { email: 'asParent', id: 'asParent', isSuperAdmin: 'asParent' },
} as const satisfies AccessTable
