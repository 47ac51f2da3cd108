// The key with which the AI service calls models through the gateway: a key of the platform's own company.
import { platformCompanyId, seedPlatformCompany } from '@gatehouse/companies/platform-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { type ApiKey, type Scope, keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/list-api-keys'
import type { Secret } from '@gatehouse/runtime/secret'

export type MintDeps = Parameters<typeof createApiKey>[0] & {
  /** What all its calls may cost in a month: the last line of defence behind the allowances of companies. */
  capMicros: bigint
}

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
  /** Whether a live key can do everything that the AI service does. */
  isComplete: boolean
  /** Live keys that lack a scope or have another cap. Neither can be changed, so each has to be replaced. */
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

/** What a key of the AI service should have and has not, in words. */
export function findMissing(
  key: Pick<ApiKey, 'scopes' | 'monthlyCreditCapMicros'>,
  capMicros: bigint,
): string[] {
  const scopes = neededScopes.filter((scope) => !key.scopes.includes(scope))
  const hasCap = key.monthlyCreditCapMicros === capMicros
  return hasCap ? scopes : [...scopes, `a cap of ${formatCredits(capMicros)} credits a month`]
}
