// The key with which the AI service asks models through the gateway: one of the platform's own company.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { seedPlatformCompany } from '@gatehouse/companies/seed-platform-company'
import { keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/list-api-keys'
import type { Secret } from '@gatehouse/runtime/secret'

export type MintDeps = Parameters<typeof createApiKey>[0]

const name = 'AI service'
// For all the processes of the AI service together, far above what a key of a company has.
const limits = { rpmLimit: 20_000, tpmLimit: 50_000_000 }

/** Also makes the company, unless it is there. */
export async function mintServiceKey(deps: MintDeps, operator: string): Promise<Secret> {
  await seedPlatformCompany(deps.database, deps.ids, operator)
  const { rawKey } = await createApiKey(
    deps,
    { companyId: platformCompanyId, name, scopes: ['inference:chat', 'usage:read'], ...limits },
    { actor: { kind: 'operator', id: operator } },
  )
  return rawKey
}

export async function hasServiceKey({ database, clock }: MintDeps): Promise<boolean> {
  const keys = await listApiKeys(database, platformCompanyId)
  const now = new Date(clock.wallMs())
  return keys.some((key) => key.name === name && keyStatus(key, now) === 'live')
}
