// Single sign-on of companies under test.
import { randomFillSync } from 'node:crypto'
import { createSsoSeal } from '@gatehouse/identity/seal-client-secret'
import { setConnection } from '@gatehouse/identity/sso-connection'
import { claimDomain, confirmDomain } from '@gatehouse/identity/sso-domains'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'

/** SSO_SECRETS of a backend under test, with which it opens the secrets of `addSso`. */
export const testSsoSecrets = 'test:a-third-secret-of-thirty-two-letters'

const by = { actor: { kind: 'operator', id: 'test' } } as const
const ids = createIds(createSystemClock())

export type SsoProvider = { issuer: string; clientId: string; clientSecret: string }

export type SsoToAdd = {
  provider: SsoProvider
  /** Claimed and confirmed. */
  domains: readonly string[]
  /** Claimed, but not confirmed. */
  pendingDomains?: readonly string[]
}

export async function addSso(
  database: Database,
  companyId: string,
  { provider: { issuer, clientId, clientSecret }, domains, pendingDomains = [] }: SsoToAdd,
): Promise<void> {
  const seal = createSsoSeal({
    secrets: namedSecrets('secret').parse(testSsoSecrets),
    fillRandom: randomFillSync,
  })
  const deps = { database, ids }
  await setConnection(
    { ...deps, seal, judgeAddress: () => 'allowed' },
    { companyId, issuer, clientId, clientSecret: new Secret(clientSecret) },
    by,
  )
  for (const domain of [...domains, ...pendingDomains]) await claimDomain(deps, { companyId, domain }, by)
  for (const domain of domains) await confirmDomain(deps, { companyId, domain }, by)
}
