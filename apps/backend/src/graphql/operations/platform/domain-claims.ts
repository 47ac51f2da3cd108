import { type PendingClaims, type PendingDomain, listPendingClaims } from '@gatehouse/identity/pending-claims'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, shapes } from '../../schema/shape.ts'

const pendingDomainType = defineObject<PendingDomain>(
  'PendingDomain',
  'A claimed domain that is not confirmed. If isConfirmedElsewhere, another company has it and would have to release it first.',
  {
    domain: field(shapes.string, (claim) => claim.domain),
    claimedAt: field(shapes.time, (claim) => claim.claimedAt),
    isConfirmedElsewhere: field(shapes.boolean, (claim) => claim.isConfirmedElsewhere),
  },
)

const pendingClaimsType = defineObject<PendingClaims>(
  'PendingDomainClaims',
  'A company and the domains that it has claimed for single sign-on and that no super admin has confirmed.',
  {
    companyId: field(shapes.id, (claims) => claims.id),
    companyName: field(shapes.string, (claims) => claims.companyName),
    domains: field(listOf(pendingDomainType), (claims) => claims.domains, { usualLength: 2 }),
  },
)

const pendingPageType = definePage(
  'PendingDomainClaimsConnection',
  'A page of companies with claimed domains.',
  pendingClaimsType,
)

export const domainClaimOperations: readonly Operation[] = [
  defineQuery({
    name: 'pendingDomainClaims',
    description:
      'Companies that have claimed domains for single sign-on and wait for confirmSingleSignOnDomain, newest company first. Decline a claim with releaseSingleSignOnDomain.',
    inputs: pageInputs,
    returns: pendingPageType,
    cost: 50,
    resolve: ({ deps }, page) => takePage(page, (wanted) => listPendingClaims(deps.database, wanted)),
  }),
]
