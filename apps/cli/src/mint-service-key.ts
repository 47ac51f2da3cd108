// Creates the API key with which the AI service calls models through the gateway. It belongs to the platform's own company.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { seedPlatformCompany } from '@gatehouse/companies/seed-platform-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { type ApiKey, type Scope, keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/find-keys'
import type { Secret } from '@gatehouse/runtime/secret'

export type MintDeps = Parameters<typeof createApiKey>[0] & {
  /**
   * Monthly cap on the cost of all calls with this key. It takes effect only if the allowances of the companies have
   * not limited the cost before.
   */
  capMicros: bigint
}

const name = 'AI service'
// The AI service judges matches and summarizes meetings (chat), and parses uploaded CVs (parse).
const neededScopes: readonly Scope[] = ['inference:chat', 'inference:parse', 'usage:read']
// Shared by all processes of the AI service, so far higher than the limits of a company's key.
const limits = { rpmLimit: 20_000, tpmLimit: 50_000_000 }

/** Also creates the platform's company, unless it exists. */
export async function mintServiceKey(deps: MintDeps, operator: string): Promise<Secret> {
  await seedPlatformCompany(deps.database, deps.ids, operator)
  const { rawKey } = await createApiKey(
    deps,
    {
      companyId: platformCompanyId,
      name,
      scopes: neededScopes,
      monthlyCreditCapMicros: deps.capMicros,
      ...limits,
    },
    { actor: { kind: 'operator', id: operator } },
  )
  return rawKey
}

export type ServiceKeys = {
  /** True if a live key has every scope and the cap that the AI service needs. */
  isComplete: boolean
  /** Live keys that lack a scope or have a different cap. Neither can be changed, so these keys must be replaced. */
  lacking: readonly { key: ApiKey; missing: readonly string[] }[]
}

export async function findServiceKeys({
  database,
  clock,
  capMicros,
}: Pick<MintDeps, 'database' | 'clock' | 'capMicros'>): Promise<ServiceKeys> {
  const now = new Date(clock.wallMs())
  const live = (await listApiKeys(database, platformCompanyId))
    .filter((key) => key.name === name && keyStatus(key, now) === 'live')
    .map((key) => ({ key, missing: findMissing(key, capMicros) }))
  return {
    isComplete: live.some(({ missing }) => missing.length === 0),
    lacking: live.filter(({ missing }) => missing.length > 0),
  }
}

/** Describes the scopes and the cap that a key lacks for the AI service. */
export function findMissing(
  key: Pick<ApiKey, 'scopes' | 'monthlyCreditCapMicros'>,
  capMicros: bigint,
): string[] {
  const scopes = neededScopes.filter((scope) => !key.scopes.includes(scope))
  const hasCap = key.monthlyCreditCapMicros === capMicros
  return hasCap ? scopes : [...scopes, `a cap of ${formatCredits(capMicros)} credits a month`]
}
