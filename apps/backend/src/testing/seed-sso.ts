import { randomFillSync } from 'node:crypto'
import { createSsoSeal } from '@gatehouse/identity/seal-client-secret'
import { setConnection } from '@gatehouse/identity/sso-connection'
import { claimDomain, confirmDomain } from '@gatehouse/identity/sso-domains'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import { testSsoSecrets } from '@gatehouse/testkit/seed-backend'
import type { KnownValues } from './authz/compose-operation.ts'

const by = { actor: { kind: 'operator', id: 'test' } } as const
const ids = createIds(createSystemClock())

export type SsoProvider = { issuer: string; clientId: string; clientSecret: string }

/** Sets a provider, and claims and confirms the domains. */
export async function addSso(
  database: Database,
  companyId: string,
  { provider, domains }: { provider: SsoProvider; domains: readonly string[] },
): Promise<void> {
  const seal = createSsoSeal({
    secrets: namedSecrets('secret').parse(testSsoSecrets),
    fillRandom: randomFillSync,
  })
  const clientSecret = new Secret(provider.clientSecret)
  const deps = { database, ids }
  await setConnection(
    { ...deps, seal, judgeAddress: () => 'allowed' },
    { companyId, ...provider, clientSecret },
    by,
  )
  for (const domain of domains) {
    await claimDomain(deps, { companyId, domain }, by)
    await confirmDomain(deps, { companyId, domain }, by)
  }
}

/** A provider, a confirmed domain, and one that may be released. */
export async function seedSso(database: Database, companyId: string): Promise<KnownValues> {
  const provider = {
    issuer: 'https://login.test.example',
    clientId: 'gatehouse',
    clientSecret: 'not a secret',
  }
  const [kept, released] = [`kept-${companyId}.example`, `released-${companyId}.example`]
  await addSso(database, companyId, { provider, domains: [kept, released] })
  return {
    'setSingleSignOn.issuer': provider.issuer,
    'enforceSingleSignOn.isEnforced': false,
    'claimSingleSignOnDomain.domain': kept,
    'confirmSingleSignOnDomain.domain': kept,
    'releaseSingleSignOnDomain.domain': released,
  }
}
