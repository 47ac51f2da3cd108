import type { Database } from '@gatehouse/schema/database'
import { addSso } from '@gatehouse/testkit/seed-sso'
import type { KnownValues } from './authz/compose-operation.ts'

/** A provider, a confirmed domain, one that may be released, and one that waits for its confirmation. */
export async function seedSso(database: Database, companyId: string): Promise<KnownValues> {
  const provider = {
    issuer: 'https://login.test.example',
    clientId: 'gatehouse',
    clientSecret: 'not a secret',
  }
  const [kept, released] = [`kept-${companyId}.example`, `released-${companyId}.example`]
  await addSso(database, companyId, {
    provider,
    domains: [kept, released],
    pendingDomains: [`pending-${companyId}.example`],
  })
  return {
    'setSingleSignOn.issuer': provider.issuer,
    'enforceSingleSignOn.isEnforced': false,
    'claimSingleSignOnDomain.domain': kept,
    'confirmSingleSignOnDomain.domain': kept,
    'releaseSingleSignOnDomain.domain': released,
  }
}
