// Every GraphQL operation of the backend. To add one: CONTRIBUTING.md, "Add a GraphQL operation".
import { company } from './operations/companies/company.ts'
import { login } from './operations/identity/login.ts'
import { logout } from './operations/identity/logout.ts'
import { members } from './operations/identity/members.ts'
import { memberships } from './operations/identity/memberships.ts'
import { refresh } from './operations/identity/refresh.ts'
import { whoAmI } from './operations/identity/who-am-i.ts'
import { apiKeys } from './operations/keys/api-keys.ts'
import { createApiKey } from './operations/keys/create-api-key.ts'
import { revokeApiKey } from './operations/keys/revoke-api-key.ts'
import { rotateApiKey } from './operations/keys/rotate-api-key.ts'
import type { Operation } from './schema/define-operation.ts'

export const operations: readonly Operation[] = [
  apiKeys,
  company,
  createApiKey,
  login,
  logout,
  members,
  memberships,
  refresh,
  revokeApiKey,
  rotateApiKey,
  whoAmI,
]
