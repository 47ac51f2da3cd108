// The key with which the AI service calls models through the gateway: a key of the platform's own company.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { seedPlatformCompany } from '@gatehouse/companies/seed-platform-company'
import { type ApiKey, type Scope, keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/list-api-keys'
import type { Secret } from '@gatehouse/runtime/secret'

export type MintDeps = Parameters<typeof createApiKey>[0]

const name = 'AI service'
// It judges matches and summarises meetings (chat), and reads uploaded CVs (parse).
const neededScopes: readonly Scope[] = ['inference:chat', 'inference:parse', 'usage:read']
// For all the processes of the AI service together, far above what a key of a company has.
const limits = { rpmLimit: 20_000, tpmLimit: 50_000_000 }

/** Also makes the company, unless it is there. */
export async function mintServiceKey(deps: MintDeps, operator: string): Promise<Secret> {
  await seedPlatformCompany(deps.database, deps.ids, operator)
  const { rawKey } = await createApiKey(
    deps,
    { companyId: platformCompanyId, name, scopes: neededScopes, ...limits },
    { actor: { kind: 'operator', id: operator } },
  )
  return rawKey
}

export type ServiceKeys = {
  /** Whether a live key can do everything that the AI service does. */
  isComplete: boolean
  /** Live keys of an earlier release that lack a scope. Scopes cannot be added to a key, so each has to be replaced. */
  lacking: readonly { key: ApiKey; missing: readonly Scope[] }[]
}

export async function findServiceKeys({
  database,
  clock,
}: Pick<MintDeps, 'database' | 'clock'>): Promise<ServiceKeys> {
  const now = new Date(clock.wallMs())
  const live = (await listApiKeys(database, platformCompanyId))
    .filter((key) => key.name === name && keyStatus(key, now) === 'live')
    .map((key) => ({ key, missing: missingScopes(key) }))
  return {
    isComplete: live.some(({ missing }) => missing.length === 0),
    lacking: live.filter(({ missing }) => missing.length > 0),
  }
}

export function missingScopes({ scopes }: Pick<ApiKey, 'scopes'>): Scope[] {
  return neededScopes.filter((scope) => !scopes.includes(scope))
}
